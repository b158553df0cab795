@omp @virtual
Feature: Every question of a server gets an answer
  Whatever the program makes of a question, the server gets an answer with the id of
  the question: a result, an error with its code, or an internal error.

  @OMP-TP-18
  Rule: A handler's result, its error and its failure all become an answer with the same id

    Scenario Outline: over <kind>, answered with <what>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      And the transport answers requests with <what>
      When server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":<id>,"method":"roots/list"}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": <id>, <answer>}
        """
      And the transport reported:
        """
        request roots/list
        """

      Examples:
        | kind  | what                         | id    | answer                                                   |
        | stdio | nothing                      | 7     | "result": {}                                             |
        | stdio | the error "no such root"     | "7"   | "error": {"code": -32603, "message": "no such root"}     |
        | stdio | error -32000 "busy"          | 0     | "error": {"code": -32000, "message": "busy"}             |
        | stdio | error -32000 "busy" and data that is no JSON | 0 | "error": {"code": -32000, "message": "busy"} |
        | ws    | error -32000 "busy" and data that is no JSON | 0 | "error": {"code": -32000, "message": "busy"} |
        | stdio | what is no JSON              | "a b" | "error": {"code": -32603, "message": "writing a value: json: unsupported type: chan int"} |
        | ws    | nothing                      | 7     | "result": {}                                             |
        | ws    | the error "no such root"     | "7"   | "error": {"code": -32603, "message": "no such root"}     |
