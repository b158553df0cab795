@agents @virtual
Feature: Retries are paid out of one budget
  Retries that multiply with each other turn one slow server into a flood. Shared
  tries, isolated sessions and what it takes to open them are all paid for out of
  the number that was configured.

  @OAI-43 @OAI-45 @OAI-46
  Rule: A further shared try costs one, and so does an isolated session, from its handshake to its answer

    Scenario Outline: every try fails, budget <budget>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, connection: 1}, do: [{status: 504}]}
        - {when: {method: tools/call}, do: [{status: 500}]}
        """
      And requests to server "docs" are retried <budget> times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': HTTP error <error>"
      And requests to server "docs" took <shared> shared and <isolated> isolated tries
      And requests to server "docs" waited "<waits>"

      Examples:
        | budget | shared | isolated | error | waits      |
        | 0      | 1      | 0        | 504   |            |
        | 1      | 1      | 1        | 500   |            |
        | 2      | 2      | 1        | 504   | 1s         |
        | 3      | 2      | 2        | 500   | 1s         |
        | 4      | 3      | 2        | 504   | 1s, 2s     |
        | 6      | 4      | 3        | 504   | 1s, 2s, 4s |

    Example: both time out after five seconds each
      Given server "docs" over http
      And server "docs" never answers "tools/call"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': Connection timeout."
      And operation 2 was caused by "Request timeout after 5000ms"
      And operation 2 ended at 16s
      And server "docs" received "tools/call" at "0s, 5s, 11s"
      And server "docs" received "initialize" at "0s, 5s"

    @real
    Example: an isolated session that cannot be opened is paid for
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: 503}]}
        - {when: {method: initialize, after: 1}, do: [{status: 502}]}
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': HTTP error 503"
      And server "docs" received "initialize" 2 times
      And server "docs" received "tools/call" 2 times

  @OAI-43
  Rule: Without budget a transient failure is returned and no isolated session is opened

    Scenario Outline: <fault>
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "<fault>"
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      Then operation 2 fails with "<error>"
      And server "docs" received "initialize" 1 time

      Examples:
        | fault     | error                                                                                               |
        | cancelled | session: context canceled                                                                           |
        | timeout     | Failed to call tool 'echo' on MCP server 'docs': Connection timeout.                                |
        | unreachable | Failed to call tool 'echo' on MCP server 'docs': Connection lost. The server may have disconnected. |
        | error 408   | MCP error 408: scripted                                                                             |
        | HTTP 503  | Failed to call tool 'echo' on MCP server 'docs': HTTP error 503                                     |
        | closed    | Failed to call tool 'echo' on MCP server 'docs': Connection lost. The server may have disconnected. |
