@omp @virtual
Feature: A modern server asks in its result, and is answered in the same request once more
  A server that needs a name from the user cannot send a request of its own. It says what
  it needs instead of a result; the client finds out and sends the request again, with
  the answers and whatever state the server gave it.

  Background:
    Given the switch "protocol.era" is "modern"
    And the user answers what servers ask with:
      """json
      {"action": "accept", "content": {"name": "Ada"}}
      """

  @MOD-04 @MOD-CLI-27 @MOD-CLI-82 @MOD-02 @MOD-CLI-22 @MOD-CLI-23
  Rule: What a result asks for is answered, and the request is sent again with answers and state

    Scenario Outline: over <kind>, one question
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools:
          - name: greet
            rounds: [{inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}]
            answer: "Hello, {who.name}!"
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      Then call 1 returns this text:
        """
        Hello, Ada!
        """
      And server "docs" received "tools/call" 2 times
      And server "docs" saw the request id only once each
      And "tools/call" number 2 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
          "params": {
            "name": "greet", "arguments": {},
            "inputResponses": {"who": {"action": "accept", "content": {"name": "Ada"}}},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}, "elicitation": {"form": {}}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: over <kind>, two rounds with a state that comes back as it was
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools:
          - name: greet
            rounds:
              - {inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}, where: {method: roots/list}}, state: true}
              - {inputs: {sure: {method: elicitation/create, params: {mode: form, message: "Sure?"}}}}
              - {state: true}
            answer: done
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      Then call 1 returns this text:
        """
        done
        """
      And server "docs" received "tools/call" 4 times
      And the user was asked:
        """
        Who?
        Sure?
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: <method> asks, too
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        resources: [{uri: "doc:a", text: whole, rounds: [{inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}]}]
        prompts: [{name: review, text: whole, rounds: [{inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}]}]
        """
      And the runtime has started
      When <act>
      Then call 1 returns this text:
        """
        whole
        """
      And server "docs" received "<method>" 2 times

      Examples:
        | act                                           | method         |
        | resource "doc:a" of server "docs" is read     | resources/read |
        | prompt "review" of server "docs" is filled in | prompts/get    |

  @MOD-05 @MOD-CLI-26 @MOD-CLI-83 @MOD-CLI-84 @MOD-CLI-82
  Rule: A result that no client could follow fails the call

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [greet]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{result: <result>}]}
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      Then call 1 returns the error text "MCP error: <why>"
      And server "docs" received "tools/call" <n>

      Examples:
        | what                             | result                                                                                          | why | n        |
        | questions without end            | {resultType: input_required, requestState: x}                                                   | tools/call asked for input more than 10 times | 11 times |
        | a question that was not declared | {resultType: input_required, inputRequests: {a: {method: sampling/createMessage, params: {}}}}  | answering what tools/call asks for: MCP error -32601: Unsupported server request: sampling/createMessage | 1 time   |
        | a ping, which is no question     | {resultType: input_required, inputRequests: {a: {method: ping}}}                                | answering what tools/call asks for: "ping" is no question | 1 time   |
        | neither question nor state       | {resultType: input_required}                                                                    | reading the result of tools/call: it asks for input and does not say what for | 1 time   |
        | an unknown type of result        | {resultType: hologram, content: []}                                                             | reading the result of tools/call: unknown result type "hologram" | 1 time   |
        | one that was not declared beside another | {resultType: input_required, inputRequests: {a: {method: roots/list}, b: {method: sampling/createMessage, params: {}}}}  | answering what tools/call asks for: MCP error -32601: Unsupported server request: sampling/createMessage | 1 time   |
        | a question that is no object     | {resultType: input_required, inputRequests: {a: 1}}                                             | answering what tools/call asks for: inputRequests is no object of questions | 1 time   |
        | questions that are no object     | {resultType: input_required, inputRequests: [1]}                                                | answering what tools/call asks for: inputRequests is no object of questions | 1 time   |

    Example: a list that asks for input
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{result: {resultType: input_required, requestState: x}}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                                          |
        | docs   | reading the result of tools/list: it must not ask for input |
      And server "docs" received "tools/list" 1 time
