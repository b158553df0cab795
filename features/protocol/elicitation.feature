@omp @virtual
Feature: A server may ask the user, if there is one
  Some tools need to know something that only a person knows. A program that can ask
  its user says so, in revisions that know it, and passes the answer on. What it cannot
  show as a form it refuses, and without a user it says that it cannot ask.

  @X-ASK-01
  Rule: Forms are offered in revisions that know them, if there is a user to answer

    Scenario Outline: <revision>, <user>
      Given the switch "protocol.revision" is "<revision>"
      And <user>
      And server "docs" over stdio
      When the runtime starts
      Then "initialize" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "initialize", "params": {
          "protocolVersion": "<revision>", "capabilities": {"roots": {"listChanged": false}<offer>},
          "clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}
        """

      Examples:
        | revision   | user                         | offer               |
        | 2025-11-25 | the user declines every form | , "elicitation": {} |
        | 2025-06-18 | the user declines every form | , "elicitation": {} |
        | 2025-03-26 | the user declines every form |                     |
        | 2024-11-05 | the user declines every form |                     |
        | 2025-11-25 | server "mail" over stdio     |                     |

  @F-59
  Rule: A form is answered as the user does, and anything else is refused

    Scenario Outline: <what>
      Given the switch "protocol.revision" is "<revision>"
      And the user answers what servers ask with:
        """json
        <user>
        """
      And server "docs" over stdio
      And the runtime has started
      When server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": <params>}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, <answer>}
        """
      And the user was asked:
        """
        <asked>
        """

      Examples:
        | what                 | revision   | user                                         | params                                                     | answer                                                          | asked        |
        | a form is filled in  | 2025-11-25 | {"action": "accept", "content": {"b": "me"}} | {"message": "Who?", "requestedSchema": {"a":1}}            | "result": {"action": "accept", "content": {"b": "me"}}          | Who? {"a":1} |
        | a form is declined   | 2025-06-18 | {"action": "decline"}                        | {"mode": "form", "message": "Who?", "requestedSchema": {}} | "result": {"action": "decline"}                                 | Who? {}      |
        | a form is cancelled  | 2025-11-25 | {"action": "cancel"}                         | {"message": "Who?"}                                        | "result": {"action": "cancel"}                                  | Who?         |
        | another mode         | 2025-11-25 | {"action": "decline"}                        | {"mode": "url", "message": "Who?", "url": "http://x.test"} | "error": {"code": -32602, "message": "Unsupported elicitation"} |              |
        | a message of no text | 2025-11-25 | {"action": "decline"}                        | {"message": 7}                                             | "error": {"code": -32602, "message": "Unsupported elicitation"} |              |
        | params of no shape   | 2025-11-25 | {"action": "decline"}                        | [1]                                                        | "error": {"code": -32602, "message": "Unsupported elicitation"} |              |

    Scenario Outline: in the middle of a call, and <what>
      Given the switch "protocol.revision" is "2025-11-25"
      And <user>
      And server "docs" over stdio with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{request: {method: elicitation/create, params: {message: Who?}, wait: true}}, answer]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", <answer>}
        """
      And call 1 succeeds

      Examples:
        | what                      | user                                     | answer                                                                                 |
        | the user declines         | the user declines every form             | "result": {"action": "decline"}                                                        |
        | the form cannot be shown  | the user's form fails with "no terminal" | "error": {"code": -32603, "message": "no terminal"}                                    |
        | there is no user          | server "mail" over stdio                 | "error": {"code": -32601, "message": "Unsupported server request: elicitation/create"} |
