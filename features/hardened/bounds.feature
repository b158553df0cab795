@omp @virtual
Feature: A hardened runtime bounds what servers can do to it
  Every switch has a position that is the careful one. The hardened runtime takes
  all of them: no server holds up a start or floods the program, none takes the
  tools of another, and what was lost comes back without going round for ever.

  @D-01 @FF-42
  Rule: A hardened start does not wait for a server that is not known yet

    Example: no cached tools, and an hour without an answer
      Given the runtime of "hardened" with the servers "docs, mail"
      And server "mail" never answers "initialize"
      When the runtime starts
      And the clock reaches 250ms
      Then startup returned at 250ms
      And startup returned the tools "mcp__docs_echo"

  @D-05
  Rule: A hardened runtime removes the tools of the server that leaves and no others

    Scenario Outline: <server> leaves <other>
      Given the runtime of "hardened" with the servers "<server>, <other>"
      And the runtime has started
      When server "<server>" is disconnected
      Then the runtime has the tools "<left>"

      Examples:
        | server | other   | left              |
        | foo    | foo_bar | mcp__foo_bar_echo |
        | My-Srv | docs    | mcp__docs_echo    |

  @D-06
  Rule: A hardened runtime gives a crash loop up

    Example: a server that exits whenever it is connected
      Given the runtime of "hardened" with the servers "docs, mail"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      And the runtime has started
      When 24h pass
      Then server "docs" was started 6 times
      And server "docs" is disconnected
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo"
      And no timer is pending

  @D-08
  Rule: A hardened runtime ends the input of a process before it asks it to terminate

    Example: a process that does not react to TERM
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term]}
        """
      And the runtime has started
      When all servers are disconnected
      And 999ms pass
      Then server "docs" has 0 live processes

  @D-22 @D-23 @FF-43
  Rule: A hardened runtime keeps old lists, looks again after a notice, and no more often than once a second

    Example: a malformed list, and then a late one
      Given the runtime of "hardened" with the servers "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 2}, do: [result: {tools: null}]}
        """
      And the runtime has started
      When 5s pass
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the runtime has the tools "mcp__docs_echo"
      And the log has 1 warning of "docs" with "refreshing tools failed"
      When server "docs" changes its tools to "find"
      And 1s passes
      Then the runtime has the tools "mcp__docs_find"

    Example: a thousand notices in a second
      Given the runtime of "hardened" with the servers "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [notify: {method: notifications/tools/list_changed, count: 1000, every: 1ms}]}
        """
      And the runtime has started
      When 10s pass
      And the counts start anew
      And tool "mcp__docs_echo" is called
      And 24h pass
      Then server "docs" received "tools/list" at "10s, 11s, 12s"

    Example: a list without an end
      Given the runtime of "hardened" with the servers "mail"
      And server "docs" over stdio with this script:
        """yaml
        pageSize: 1
        tools: [a, b, c, d, e]
        """
      And server "docs" answers "tools/list" after 20s
      When the runtime starts
      And the clock reaches 60s
      Then server "docs" is in state "failed"
      And the log has 1 warning of "docs" with "not all pages came within 1m0s"
