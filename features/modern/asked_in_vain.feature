@omp @virtual
Feature: What a server asks in vain ends the request, whatever the request is and whoever could be asked
  Where there is no user, a form was not declared: it is neither declined nor cancelled in the
  name of somebody. Nobody reads a question of a hundred pages.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-05
  Rule: Prompts and resources ask ten times at most, too, with questions or without

    Scenario Outline: <method> over <kind>, asked with <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [result: {resultType: input_required, <what>}]}]
        """
      And the runtime has started
      When <act>
      And 1m passes
      Then call 1 fails with "<method> asked for input more than 10 times"
      And server "docs" received "<method>" 11 times

      Examples:
        | method         | kind  | what                                         | act                                           |
        | prompts/get    | http  | inputRequests: {where: {method: roots/list}} | prompt "review" of server "docs" is filled in |
        | resources/read | http  | requestState: x                              | resource "doc:a" of server "docs" is read     |

  @MOD-05 @MOD-CLI-84
  Rule: A form is refused where there is nobody to fill it in, alone and beside what can be answered

    Scenario Outline: <method> over <kind>, <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [result: {resultType: input_required, inputRequests: {<asked>}}]}]
        """
      And the runtime has started
      When <act>
      And 1m passes
      Then call 1 <outcome> what <method> asks for: MCP error -32601: Unsupported server request: elicitation/create"
      And server "docs" received "<method>" 1 time

      Examples:
        | method         | kind  | what         | asked                                                                                       | act                                           | outcome                           |
        | tools/call     | stdio | alone        | a: {method: elicitation/create, params: {message: Who?}}                                    | tool "mcp__docs_a" is called                  | returns the error text "MCP error: answering |
        | tools/call     | http  | beside roots | a: {method: roots/list}, b: {method: elicitation/create, params: {message: Who?}}           | tool "mcp__docs_a" is called                  | returns the error text "MCP error: answering |
        | prompts/get    | http  | alone        | a: {method: elicitation/create, params: {mode: form, message: Who?, requestedSchema: {}}}   | prompt "review" of server "docs" is filled in | fails with "answering                        |
        | resources/read | stdio | beside roots | a: {method: elicitation/create, params: {message: Who?}}, b: {method: roots/list}           | resource "doc:a" of server "docs" is read     | fails with "answering                        |

  @MOD-05
  Rule: A question that is too long to be read is refused, and nobody is asked

    Scenario Outline: a message of <n> bytes
      Given the user answers what servers ask with:
        """json
        {"action": "accept", "content": {}}
        """
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules:
          - when: {method: tools/call, nth: 1}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"'
              - raw: {text: x, size: <n>}
              - raw: '"}}}}}'
              - end: eof
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      Then call 1 <outcome>
      And server "docs" received "tools/call" <times>

      Examples:
        | n     | outcome                                                                   | times   |
        | 60000 | returns "ok"                                                              | 2 times |
        | 66000 | returns an error text with "elicitation of 66014 bytes: more than 65536"  | 1 time  |

    Scenario Outline: a form without <what>
      Given the user answers what servers ask with:
        """json
        {"action": "accept", "content": {}}
        """
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [result: {resultType: input_required, inputRequests: {a: {method: elicitation/create<params>}}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      Then call 1 returns an error text with "Unsupported elicitation"
      And server "docs" received "tools/call" 1 time
      And the user was asked:
        """
        """

      Examples:
        | what           | params               |
        | params         |                      |
        | a known mode   | , params: {mode: qr} |

  @MOD-CLI-26
  Rule: A kind that the client has not said that it knows, or that is no text, makes no result

    Scenario Outline: a task, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [build]
        rules: [{when: {method: tools/call}, do: [result: {resultType: task, taskId: t-1, status: working}]}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns the error text "MCP error: reading the result of tools/call: unknown result type "task""
      And server "docs" received "tasks/get" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: <method> over <kind>, and the kind is <type>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [result: {resultType: <type>, <result>}]}]
        """
      And the runtime has started
      When <act>
      Then call 1 <outcome>

      Examples:
        | method         | kind  | type   | result                              | act                                           | outcome                                                                                       |
        | tools/call     | http  | 7      | content: [{type: text, text: done}] | tool "mcp__docs_search" is called             | returns the error text "MCP error: reading the result of tools/call: unknown result type "7"" |
        | prompts/get    | http  | [task] | messages: []                        | prompt "review" of server "docs" is filled in | fails with "reading the result of prompts/get: unknown result type "[\"task\"]""             |
        | resources/read | stdio | true   | contents: []                        | resource "doc:a" of server "docs" is read     | fails with "reading the result of resources/read: unknown result type "true""                 |
        | tools/call     | stdio | null   | content: [{type: text, text: done}] | tool "mcp__docs_search" is called             | returns "done"                                                                                |
