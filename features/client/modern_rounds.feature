@target @modern
Feature: A client answers a question in the same request once more
  A server that needs something says so in its result. The client finds out, and sends the
  request again with the answers and the state that it was given.

  @M-CLI-27 @MUST
  Rule: A request goes on with a new id, its state as it came, and all answers
    Spec: 2026-07-28 basic/patterns/mrtr, Client Requirements
    Fix: send the method and params again with inputResponses, and the requestState unread and unchanged, if there was one

    Scenario Outline: <what>
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        tools:
          - name: test_client_elicitation_defaults
            inputSchema: {type: object}
            rounds: [<rounds>]
            answer: done
        """
      When the client runs for at most 15s
      Then every round goes on as a new request

      Examples:
        | what         | rounds                                                                                                                                                 |
        | no state     | {inputs: {form: {method: elicitation/create, params: {message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}}}}}              |
        | a state      | {state: true, inputs: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {}}}}}} |
        | two states   | {state: true}, {state: true} |
        | four states  | {state: true}, {state: true}, {state: true}, {state: true} |
        | one after the other | {inputs: {one: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {}}}}}}, {inputs: {two: {method: elicitation/create, params: {mode: form, message: n, requestedSchema: {type: object, properties: {}}}}}} |
        | a state alone | {state: true}                                                                                                                                         |
        | two questions | {inputs: {Form-1: {method: elicitation/create, params: {message: m, requestedSchema: {type: object, properties: {}}}}, "other/ö 2": {method: elicitation/create, params: {message: n, requestedSchema: {type: object, properties: {}}}}}} |

    Scenario Outline: a state that is <what>
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, requestState: <state>}}]
        """
      When the client runs for at most 15s
      Then every round goes on as a new request

      Examples:
        | what                  | state                          |
        | JSON                  | '{"step": 2,  "of": 1.0}'      |
        | with blanks at an end | "  c3RhdGU=  "                 |
        | beyond ASCII          | "naïve \\u2028 🚀"             |
        | decomposed            | "e\\u0301 ﬁ"                   |
        | empty                 | ""                             |

    Scenario Outline: the round of <method>
      Fix: go on with prompts and resources as with calls: the same params, the state as it came

      Given this server:
        """yaml
        era: modern
        prompts: [{name: greet, arguments: [{name: who, required: true}]}]
        resources: [{uri: "file:///first", name: first}]
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}]
        rules:
          - when: {method: <method>, nth: 1}
            do: [{result: {resultType: input_required, requestState: '  {"step": 2,  "of": 1.0} '}}]
          - when: {method: tools/call}
            do: [{delay: 1500ms}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then every round goes on as a new request

      Examples:
        | method         |
        | prompts/get    |
        | resources/read |

    Example: a state that the next question does not have
      Fix: send the requestState of the latest answer alone: if it has none, send none

      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, requestState: of the first round}}]
          - when: {method: tools/call, nth: 2}
            do: [{result: {resultType: input_required, inputRequests: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {}}}}}}}]
        """
      When the client runs for at most 15s
      Then every round goes on as a new request

    Example: the call of another tool has nothing of it
      Fix: keep state and answers with the request that they belong to, and forget them with it

      Given the client is asked for "http-custom-headers"
      And the client is told:
        """json
        {"toolCalls": [{"name": "first", "arguments": {}}, {"name": "second", "arguments": {}}]}
        """
      And this server:
        """yaml
        era: modern
        tools: [{name: first, inputSchema: {type: object}}, {name: second, inputSchema: {type: object}}]
        rules:
          - when: {tool: first, nth: 1}
            do: [{result: {resultType: input_required, requestState: of this call alone}}]
        """
      When the client runs for at most 15s
      Then every round goes on as a new request

    Example: the next request has nothing of it
      Fix: keep state and answers with the request that they belong to, and forget them with it

      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: mcpsim_give, nth: 1}
            do: [{result: {resultType: input_required, requestState: of this call alone}}]
        """
      When the client runs for at most 15s
      Then every round goes on as a new request

  @M-CLI-85 @MUST
  Rule: A question without a mode is a form
    Spec: 2026-07-28 client/elicitation, Elicitation Requests
    Fix: take elicitation/create without mode for one with the mode form

    Example: a form
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And the client answers a form that says its mode
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, inputRequests: {form: {method: elicitation/create, params: {message: m, requestedSchema: {type: object, properties: {}}}}}}}]
        """
      When the client runs for at most 15s
      Then every question is answered

  @M-CLI-87 @SHOULD
  Rule: A form without a mode is one, and its defaults fill it
    Spec: 2026-07-28 client/elicitation, Elicitation Requests; Form Mode Security
    Fix: take a question without mode for a form; begin each field with its default

    Example: the client's user accepts what is there
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        tools:
          - name: test_client_elicitation_defaults
            inputSchema: {type: object}
            rounds:
              - inputs:
                  form:
                    method: elicitation/create
                    params:
                      message: Your name?
                      requestedSchema: {type: object, properties: {name: {type: string, default: John Doe}, age: {type: integer, default: 30}}}
            answer: done
        """
      When the client runs for at most 15s
      Then the answer to "form" has the content:
        """json
        {"name": "John Doe", "age": 30}
        """

    Example: defaults that are false, zero or empty
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        tools:
          - name: test_client_elicitation_defaults
            inputSchema: {type: object}
            rounds:
              - inputs:
                  form:
                    method: elicitation/create
                    params:
                      message: Your name?
                      requestedSchema: {type: object, properties: {name: {type: string, default: ""}, age: {type: integer, default: 0}, sure: {type: boolean, default: false}}}
            answer: done
        """
      When the client runs for at most 15s
      Then the answer to "form" has the content:
        """json
        {"name": "", "age": 0, "sure": false}
        """

  @M-CLI-84 @MAY
  Rule: What the client has not declared it does not answer
    Spec: robustness; 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: fail the request if the server asks for what its clientCapabilities did not name

    Scenario Outline: <method>
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, first: 3}
            do: [{result: {resultType: input_required, inputRequests: {it: {method: <method>, params: <params>}}}}]
        """
      When the client runs for at most 15s
      Then nothing is answered that was not declared

      Examples:
        | method                 | params                                                                                                |
        | sampling/createMessage | {messages: [{role: user, content: {type: text, text: hello}}], maxTokens: 1}                          |
        | roots/list             | {}                                                                                                    |
        | elicitation/create     | {mode: form, message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}} |
