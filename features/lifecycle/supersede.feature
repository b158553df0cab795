@omp @virtual
Feature: Who asks for a reconnect does not wait for work that it makes pointless
  A server that does not answer may take half a minute to be given up. A person who
  asks for a new connection meanwhile gets one at once, and there are never two.

  @X-LIFE-01
  Rule: A reconnect that is asked for ends a first connect or a refresh under way

    Scenario Outline: over <kind>, the first connect waits for <method>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, first: 1}, do: [never]}
        """
      When the runtime starts
      And the clock reaches 1s
      And server "docs" is reconnected
      Then server "docs" received "initialize" at "0s, 1s"
      And startup returned at 1s
      And startup reported no errors
      And the runtime has the tools "mcp__docs_echo"
      When 1h passes
      Then server "docs" received "initialize" 2 times
      And the log has 0 records of "docs" with ""

      Examples:
        | kind  | method     |
        | stdio | initialize |
        | stdio | tools/list |
        | http  | initialize |
        | http  | tools/list |

    Scenario Outline: over <kind>, a refresh
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [never]}
        """
      When server "docs" sends the notification "notifications/tools/list_changed"
      And the clock reaches 1s
      And server "docs" changes its tools to "find"
      And server "docs" is reconnected
      Then server "docs" received "initialize" at "0s, 1s"
      And the runtime has the tools "mcp__docs_find"
      And the log has 0 records of "docs" with ""

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a start that waits for the end of the connection before it
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        tools: [a]
        rules:
          - {when: {method: tools/list, connection: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      When the runtime starts
      Then server "docs" is in state "failed"
      When the runtime starts server "docs"
      And the clock reaches 300ms
      And server "docs" is reconnected
      And the clock reaches 999ms
      Then server "docs" was started 1 time
      When 1h passes
      Then server "docs" was started 2 times
      And the runtime has the tools "mcp__docs_a"
      And the log has 0 errors of "docs" with ""

    Example: and it is disconnected before that
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        tools: [a]
        rules:
          - {when: {method: tools/list, connection: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      When the runtime starts
      And the runtime starts server "docs"
      And the clock reaches 300ms
      And server "docs" is reconnected
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" was started 1 time
      And no timer is pending

  @X-LIFE-05
  Rule: A start waits for a server no longer than there is one, and looks at the cache of no other

    Example: disconnected while it connects
      Given servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches 1s
      Then startup has not returned
      When server "docs" is disconnected
      Then startup returned at 1s
      And looking up the cached tools of server "docs" found "absent"
      And looking up the cached tools of server "mail" found ""

    Example: disconnected before its cached tools are looked at
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tool "search" of server "docs"
      When the runtime starts
      And the clock reaches 100ms
      And server "docs" is disconnected
      And 1s passes
      Then the runtime has the tools ""

    Example: given up while it connects
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tool "search" of server "docs"
      When the runtime starts
      And the clock reaches 100ms
      And the caller of startup gives up
      Then startup returned at 100ms
      And looking up the cached tools of server "docs" found ""
      And the runtime has the tools ""

  @X-LIFE-02
  Rule: Disconnecting everything tells of changed tools if there were any

    Scenario Outline: the tools "<tools>"
      Given server "docs" over stdio
      And server "docs" offers the tools "<tools>"
      And the runtime has started
      When the counts start anew
      And all servers are disconnected
      Then consumers were told of changed tools <times>

      Examples:
        | tools | times   |
        |       | 0 times |
        | a     | 1 time  |

    Example: one server of two, and then the other
      Given servers "docs, mail" over stdio
      And the runtime has started
      When the counts start anew
      And server "docs" is disconnected
      Then consumers were told of changed tools 1 time
      When server "mail" is disconnected
      Then consumers were told of changed tools 2 times
