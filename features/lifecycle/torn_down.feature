@omp @virtual
Feature: What is left of a lost connection is torn down
  A background stream may end while the server still knows the session. The runtime ends
  it before it makes another one.

  @OMP-TP-110
  Rule: Also a connection that was lost is torn down beside the first attempt

    Scenario Outline: its session is deleted, <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{session: {do: mint, id: S1}}]}
        - {when: {method: initialize, nth: 2}, do: [<does>{session: {do: mint, id: S2}}]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" ends its stream
      And 10s passes
      Then server "docs" received "DELETE" at "1m"
      And server "docs" received "initialize" at "0s, 1m"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And server "docs" is connected

      Examples:
        | what                         | does        |
        | and there is a new one       |             |
        | however long the new one takes | {delay: 5s}, |

  @OMP-LC-105
  Rule: Disconnecting forgets the source of a server that has no connection, too

    Example: one that was refused, and one that is still connecting
      Given server "bad" over http
      And server "bad" is defined with url ""
      And server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1s passes
      Then the source of server "bad" is known
      When server "bad" is disconnected
      And server "docs" is disconnected
      Then the source of server "bad" is unknown
      And the source of server "docs" is unknown

  @OMP-LC-107
  Rule: All connections of a server that is disconnected are closed, also one that still lists and one that was replaced

    Example: its process ends
      Given server "docs" over stdio
      And the runtime has started
      Given server "docs" answers "tools/list" after 1m
      When server "docs" is reconnected
      And 1s passes
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" has 0 live processes
      And server "docs" was started 2 times

    Example: it waits until the session of an earlier connection is deleted, too
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE, nth: 1}, do: [{delay: 5s}]}
        """
      And the runtime has started
      When server "docs" is reconnected
      Then server "docs" has 1 open "DELETE"
      When server "docs" is disconnected
      Then server "docs" has 0 open "DELETE"
      And server "docs" received "DELETE" 2 times
