@omp @virtual
Feature: A question waits for the user, and nothing else waits for the answer
  A person reads a form, looks something up and answers after minutes, or never. The
  server has other work to do meanwhile, and may take its question back.

  Background:
    Given the switch "protocol.revision" is "2025-11-25"
    And the user declines every form

  @X-ASK-02
  Rule: While the user thinks, everything else of the server goes on

    Scenario Outline: over <kind>, and another call meanwhile
      Given the user takes 20s to answer
      And server "docs" over <kind> with this script:
        """yaml
        tools: [search, greet]
        rules:
          - {when: {tool: greet}, do: [{request: {method: elicitation/create, params: {message: Who?}, wait: true}}, answer]}
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And tool "mcp__docs_search" is called
      Then call 2 returns "ok"
      When 19999ms pass
      Then call 1 is pending
      When 1ms passes
      Then call 1 returns "ok"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {"action": "decline"}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: <what>
      Given the user takes 1m to answer
      And server "docs" over stdio
      And the runtime has started
      When server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": {"message": "Who?"}}
        """
      And server "docs" sends:
        """json
        <next>
        """
      And 2m pass
      Then the user was asked:
        """
        <asked>
        """
      And server "docs" received these answers:
        """jsonl
        <answers>
        """

      Examples:
        | what                           | next                                                                                  | asked                                                    | answers                                                      |
        | a question that is taken back  | {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}   | Who?\ntaken back: the server has taken its question back |                                                              |
        | another that is taken back     | {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "7"}} | Who?                                                     | {"jsonrpc": "2.0", "id": 7, "result": {"action": "decline"}} |
        | an end that is told of nothing | {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": [7]}                | Who?                                                     | {"jsonrpc": "2.0", "id": 7, "result": {"action": "decline"}} |

    Example: a connection that ends takes its questions with it
      Given the user takes 1m to answer
      And server "docs" over http
      And the runtime has started
      When server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": {"message": "Who?"}}
        """
      And server "docs" is disconnected
      And 2m pass
      Then the user was asked:
        """
        Who?
        taken back: Transport closed
        """
