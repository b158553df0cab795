@omp @virtual
Feature: Rare forms of what is usual mean the same

  @OMP-TP-10 @real
  Rule: The address of a server is used as it is written

    Example: it ends with a slash
      Given server "docs" over http with this script:
        """yaml
        http: {path: /mcp/}
        """
      And server "docs" is defined with url "http://docs.test/mcp/"
      When the runtime starts
      Then server "docs" is connected

  @OMP-TP-16 @real
  Rule: An answer with both a result and an error is an error

    Example: over stdio
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: ping}
            do: [{raw: "{\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{},\"error\":{\"code\":-1,\"message\":\"no\"}}\n"}, never]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "MCP error -1: no"

  @OMP-TP-17 @real
  Rule: A notification whose id is null is a notification

    Example: over stdio
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """
        {"jsonrpc":"2.0","id":null,"method":"notifications/x","params":{"n":1}}
        """
      Then the transport reported:
        """
        notification notifications/x
        """

  @OMP-TP-103 @real
  Rule: The end of a background stream is a lost connection, also without a session

    Scenario Outline: it <ends>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And the runtime has started
      When server "docs" <ends>
      And 1m passes
      Then server "docs" received "initialize" 2 times

      Examples:
        | ends                  |
        | ends its stream       |
        | drops its connections |
