@omp @virtual
Feature: A handshake that fails leaves nothing behind
  Whatever has begun with it is ended with it, so that servers that cannot be used cost
  nothing.

  @OMP-LC-58
  Rule: A failed handshake ends what it began: the process, the session, the background stream

    @real
    Example: a process whose initialize is refused is gone
      Given server "docs" over stdio
      And server "docs" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then server "docs" was started 1 time
      And server "docs" has 0 live processes

    Example: a process that never answers is gone at the deadline
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches 29999ms
      Then server "docs" has 1 live process
      When the clock reaches 30s
      Then server "docs" has 0 live processes

    Scenario Outline: a session is deleted and its connection closed when initialize <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{session: {do: mint, id: session-7}}, <answer>]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is disconnected
      And server "docs" received in order:
        """text
        initialize
        DELETE
        """
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "session-7"
      And the link to "docs" has 0 open connections

      Examples:
        | what                        | answer                                              |
        | is refused                  | {error: {code: -32600, message: no}}                |
        | has a result without sense  | {result: 7}                                         |
        | fails by its status         | {status: 500}                                       |
        | is no JSON                  | {raw: "{"}, {end: eof}                              |
        | is cut off                  | {drop: {at: 1}}                                     |

    Example: a session whose handshake failed after initialize is deleted, its stream dropped
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: notifications/initialized}
          do: [{status: 500}]
        """
      When the runtime starts
      Then startup returned at 0s
      And server "docs" is disconnected
      And server "docs" received "DELETE" 1 time
      And server "docs" received "tools/list" 0 times
      And server "docs" has 0 open "GET"

    Example: a notification that the server does not take is given up at the deadline
      Given server "docs" over http
      And server "docs" answers "initialize" after 10s
      And server "docs" never answers "notifications/initialized"
      When the runtime starts
      And the clock reaches 29999ms
      Then server "docs" is connecting
      When the clock reaches 30s
      Then startup reported these errors:
        | server | error                                                   |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |
      And server "docs" has 0 open "POST"
      And server "docs" received "DELETE" 1 time
