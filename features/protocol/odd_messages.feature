@omp @virtual
Feature: What is unusual in a message changes what it means as little as possible

  @OMP-TP-16
  Rule: Every result resolves and every error rejects, whatever JSON they are

    Scenario Outline: the answer has <what>
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{raw: '{"jsonrpc":"2.0","id":<id>,<what>}'}, {raw: "\n"}, never]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 <outcome>

      Examples:
        | what             | outcome                          |
        | "result":false   | succeeds                         |
        | "result":0       | succeeds                         |
        | "result":""      | succeeds                         |
        | "result":[]      | succeeds                         |
        | "error":"broken" | fails with "MCP error 0: "broken"" |
        | "error":{}       | fails with "MCP error 0: "       |

  @OMP-TP-18
  Rule: An id comes back as it was sent, whatever number or text it is

    Scenario Outline: the id <id>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":<id>,"method":"ping"}
        """
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":<id>,"result":{"answered":"ping"}}
        """

      Examples:
        | id    |
        | -1    |
        | 1.5   |
        | 1e3   |
        | "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" |

  @OMP-TP-19
  Rule: Without a handler no request is answered in another way, whatever it asks for

    Scenario Outline: <method>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      And the transport has no callback for requests
      When server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":1,"method":"<method>","params":{"a":1}}
        """
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
        """

      Examples:
        | method                 |
        | ping                   |
        | roots/list             |
        | sampling/createMessage |

  @OMP-TP-20
  Rule: An answer that comes before any request is ignored, too

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":1,"result":{}}
        """
      And the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped unknown id
        """

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-TP-21
  Rule: A late answer is nothing to the request that waits meanwhile

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" has a timeout of 3s
      And server "docs" answers "ping" after 4s
      And server "docs" answers "tools/list" after 2s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the clock reaches 2500ms
      And the request "tools/list" is sent
      And <event>
      And the clock reaches 5s
      Then request 2 ended at 4500ms

      Examples:
        | what                | event                         |
        | after its deadline  | the clock reaches 3s          |
        | after it was given up | the sender gives up request 1 |
