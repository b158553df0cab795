@omp @virtual
Feature: Everything can be disconnected at once
  At the end of a session, and before a reload, all servers go at the same
  time. The end of one must not bring another one back, and a server that is
  slow or rude at the end holds up nobody but whoever waits for all.

  @OMP-LC-113
  Rule: No server can be brought back by the end of another: all are told first, then closed

    Example: a process that exits while another server's goodbye takes five seconds
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {verb: DELETE}
          do: [{delay: 5s}]
        """
      And server "mail" over stdio with this script:
        """yaml
        stdio: {ignore: [eof, term]}
        rules:
          - when: {method: notifications/initialized}
            do: [{delay: 300ms}, {exit: 1}]
        """
      And the runtime has started
      When all servers are disconnected
      And 24h pass
      Then server "mail" was started 1 time
      And server "docs" received "initialize" 1 time

    Example: all goodbyes begin at the same moment
      Given servers "a, b" over http
      And server "a" follows these rules:
        """yaml
        - when: {verb: DELETE}
          do: [{delay: 5s}]
        """
      When the runtime starts
      And all servers are disconnected
      Then server "a" received "DELETE" at "0s"
      And server "b" received "DELETE" at "0s"

  @OMP-LC-114
  Rule: Every connection is closed, also if closing another one fails

    Example: one goodbye is refused, one is never answered
      Given servers "mute, rude" over http
      And server "docs" over stdio
      And server "rude" follows these rules:
        """yaml
        - when: {verb: DELETE}
          do: [{status: 500}]
        """
      And server "mute" follows these rules:
        """yaml
        - when: {verb: DELETE}
          do: [never]
        """
      And the runtime has started
      When all servers are disconnected
      Then server "docs" has 0 live processes
      And server "mute" has 0 open "GET"
      And server "rude" has 0 open "GET"
      And the runtime knows the servers ""

  @OMP-LC-115
  Rule: Afterwards every registry is empty

    Example: connected, connecting, reconnecting and refused servers
      Given servers "docs, late, lost" over stdio
      And server "wrong" over http
      And server "wrong" is defined with url ""
      And server "late" never answers "initialize"
      And the cache holds the tools "search" of server "late"
      And the runtime has started
      When server "lost" goes down
      And all servers are disconnected
      Then the runtime knows the servers ""
      And the runtime has the tools ""
      And the source of servers "docs, late, lost, wrong" is unknown
      And no timer is pending

  @OMP-LC-109 @real
  Rule: The tools of a disconnected server are found by the beginning of their names, mcp__<server>_

    Scenario Outline: its own tools go, those of the neighbour stay, over <kind>
      Given servers "docs, docsearch, mail" over <kind>
      And server "docs" offers the tools "read, search"
      And the runtime has started
      When server "docs" is disconnected
      Then the runtime has the tools "mcp__docsearch_echo, mcp__mail_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-110 @real
  Rule: The tools of a server whose name is written differently in tool names stay after its disconnect

    Example: My-Srv, whose tools begin with mcp__my_srv_
      Given server "My-Srv" over stdio
      And the runtime has started
      When server "My-Srv" is disconnected
      Then the runtime knows the servers ""
      And the runtime has the tools "mcp__my_srv_echo"
      When tool "mcp__my_srv_echo" is called
      Then call 1 returns the error text "MCP error: MCP server not connected: My-Srv"

  @OMP-LC-111 @real
  Rule: Disconnecting a server also takes the tools of servers whose names begin alike

    Scenario Outline: foo takes those of foo_bar, over <kind>
      Given servers "foo, foo_bar" over <kind>
      And the runtime has started
      When server "foo" is disconnected
      Then server "foo_bar" is connected
      And the runtime has the tools ""

      Examples:
        | kind  |
        | stdio |
        | http  |
