@omp @virtual
Feature: A switch chooses what follows a reconnect that failed
  Five attempts take eight seconds. A machine that restarts takes longer, and then
  nobody asks it again until a person or a tool call does. Newer versions keep
  asking servers over HTTP, ever more rarely.

  @D-07
  Rule: The switch reconnect.after_ladder decides whether servers over HTTP are tried again after the last attempt

    Scenario Outline: an address that answers 503 from now on, and <value>
      Given the switch "reconnect.after_ladder" is "<value>"
      And server "docs" over http
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{status: 503}]}
        """
      When the counts start anew
      And server "docs" ends its stream
      And the clock reaches 20m
      Then server "docs" received "initialize" at "<at>"
      And server "docs" is disconnected
      And the log has 1 record of "docs" with "MCP reconnect failed after retries"
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | value        | at                                                                                            |
        | stop         | 0s, 500ms, 1500ms, 3500ms, 7500ms                                                             |
        | retry-remote | 0s, 500ms, 1500ms, 3500ms, 7500ms, 22.5s, 52.5s, 112.5s, 232.5s, 472.5s, 772.5s, 1072.5s      |

    Example: a server that wants a login meanwhile is not tried again
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, first: 7}, do: [{status: 503}]}
        - {when: {method: initialize, after: 7}, do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]}
        """
      When the counts start anew
      And server "docs" ends its stream
      And the clock reaches 30s
      And server "docs" is reconnected
      And the clock reaches 20m
      Then server "docs" received "initialize" at "0s, 500ms, 1500ms, 3500ms, 7500ms, 22.5s, 30s, 30.5s"

    Example: a process is not tried again
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over stdio
      And the runtime has started
      And server "docs" answers "initialize" with error -32000 "no"
      When server "docs" exits with code 1
      And 24h pass
      Then server "docs" was started 6 times
      And no timer is pending

    Example: a server that comes back is found, and the next ladder is a new one
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      When server "docs" goes down
      And the clock reaches 20s
      And server "docs" changes its tools to "search"
      And server "docs" comes up
      And the clock reaches 22499ms
      Then server "docs" is disconnected
      When the clock reaches 22500ms
      Then the runtime has the tools "mcp__docs_search"
      And no timer is pending

    Example: a try that lists slowly is not connected before its list is there
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      When server "docs" goes down
      And the clock reaches 20s
      And server "docs" comes up
      Given server "docs" answers "tools/list" after 5s
      When the clock reaches 25s
      Then server "docs" is in state "listing"
      And server "docs" is connecting
      When the clock reaches 28s
      Then server "docs" is connected

    Example: whoever asks in between gets a ladder at once, and nothing is tried twice
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{status: 503}]}
        """
      When the counts start anew
      And server "docs" ends its stream
      And the clock reaches 10s
      And server "docs" is reconnected
      And the clock reaches 40s
      And server "docs" is reconnected
      And the clock reaches 70s
      Then server "docs" received "initialize" at "0s, 500ms, 1500ms, 3500ms, 7500ms, 10s, 10.5s, 11.5s, 13.5s, 17.5s, 32.5s, 40s, 40.5s, 41.5s, 43.5s, 47.5s, 62.5s"

    Example: whoever asks in between and succeeds ends it
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      When server "docs" goes down
      And the clock reaches 10s
      And server "docs" comes up
      And server "docs" is reconnected
      Then server "docs" is connected
      And no timer is pending
      When 1h passes
      Then server "docs" received "initialize" at "0s, 10s"

    Example: disconnecting ends it
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      When server "docs" goes down
      And 10s pass
      And server "docs" is disconnected
      Then no timer is pending
