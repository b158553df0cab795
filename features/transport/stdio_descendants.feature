@omp @real @linux
Feature: A server that is asked to end is asked with all that it has started
  A program may start others, and these more. When its input ends, and when it is asked by
  a signal, its whole group is meant. Those that have left it are named, whatever they hold.

  Background:
    Given programs are those of this machine
    And the environment variable "PATH" is "/bin:/usr/bin"
    And the file ".mcp.json" holds:
      """json
      {"mcpServers": {"docs": {"command": "sh", "args": ["server"]}}}
      """

  @X-TP-11
  Rule: What descends from a server and has left its group is named once when the server has ended, and nothing else is

    Scenario Outline: the server <how>
      Given the file "server" holds:
        """
        <trap>
        setsid sh -c 'for n in 61 62; do sleep $n & until read is < /proc/$!/comm && [ $is = sleep ]; do :; done; done; echo > ready; wait' <&- >&- 2>&- &
        sleep 63 &
        until [ -e ready ]; do :; done
        while read line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in
            *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"docs","version":"1"}}}' ;;
            *'"id":'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[]}}' ;;
          esac
        done
        <end>
        """
      When the runtime discovers and starts
      Then server "docs" is connected
      When all servers are disconnected
      Then the log has 1 warning of "docs" with "(sleep 61) has left the group"
      And the log has 1 warning of "docs" with "(sleep 62) has left the group"
      And the log has 0 warnings of "docs" with "sleep 63"
      And the log has 3 warnings of "docs" with "has left the group"

      Examples:
        | how                         | trap         | end                       |
        | ends with its input         |              | exit                      |
        | ends by TERM                |              | while :; do sleep 1; done |
        | ignores both                | trap '' TERM | while :; do sleep 1; done |
