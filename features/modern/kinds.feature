@omp @virtual
Feature: What a result is, it says itself, whatever was asked and however often
  Prompts and resources have results of the same kinds as calls, and so has what comes
  after answers. A kind that nobody knows is no result.

  Background:
    Given the switch "protocol.era" is "modern"
    And the user answers what servers ask with:
      """json
      {"action": "accept", "content": {"name": "Ada"}}
      """

  @MOD-CLI-26
  Rule: A result without a kind is complete and one of an unknown kind is none, in every request and every round

    Scenario Outline: <method>, <when>: <kind>
      Given server "docs" over <transport> with this script:
        """yaml
        era: modern
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>, first: <asked>}, do: [result: {resultType: input_required, inputRequests: {where: {method: roots/list}}}]}
          - {when: {method: <method>, nth: <nth>}, do: [result: {<kind> <result>}]}
        """
      And the runtime has started
      When <act>
      Then call 1 <outcome>
      And server "docs" received "<method>" <nth> times

      Examples:
        | method         | when          | transport | asked | nth | kind                  | result                                      | act                                           | outcome                                                                                               |
        | tools/call     | after answers | stdio     | 1     | 2   | resultType: hologram, | content: []                                 | tool "mcp__docs_search" is called             | returns the error text "MCP error: reading the result of tools/call: unknown result type "hologram""    |
        | tools/call     | after answers | http      | 1     | 2   |                       | content: [{type: text, text: done}]         | tool "mcp__docs_search" is called             | returns "done"                                                                                        |
        | prompts/get    | after answers | http      | 1     | 2   |                       | messages: []                                | prompt "review" of server "docs" is filled in | succeeds                                                                                              |
        | resources/read | after answers | stdio     | 1     | 2   | resultType: hologram, | contents: []                                | resource "doc:a" of server "docs" is read     | fails with "reading the result of resources/read: unknown result type "hologram""                     |

    Scenario Outline: <method> at once: <kind>
      Given server "docs" over <transport> with this script:
        """yaml
        era: modern
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [result: {<kind> <result>}]}
        """
      And the runtime has started
      When <act>
      Then call 1 <outcome>

      Examples:
        | method         | transport | kind                  | result                              | act                                           | outcome                                                                                              |
        | prompts/get    | stdio     | resultType: hologram, | messages: []                        | prompt "review" of server "docs" is filled in | fails with "reading the result of prompts/get: unknown result type "hologram""                       |
        | resources/read | http      | resultType: hologram, | contents: []                        | resource "doc:a" of server "docs" is read     | fails with "reading the result of resources/read: unknown result type "hologram""                    |
        | resources/read | http      |                       | contents: []                        | resource "doc:a" of server "docs" is read     | succeeds                                                                                             |
        | tools/call     | http      | resultType: Complete, | content: []                         | tool "mcp__docs_search" is called             | returns the error text "MCP error: reading the result of tools/call: unknown result type "Complete"" |
        | tools/call     | stdio     | resultType: success,  | content: []                         | tool "mcp__docs_search" is called             | returns the error text "MCP error: reading the result of tools/call: unknown result type "success""  |
        | tools/call     | stdio     | resultType: "",       | content: [{type: text, text: done}] | tool "mcp__docs_search" is called             | returns "done"                                                                                       |

    Scenario Outline: <method> of an unknown kind
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - {when: {method: tools/list}, do: [result: {resultType: <kind>, tools: []}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "reading the result of tools/list: <why>"

      Examples:
        | method     | kind           | why                            |
        | tools/list | hologram       | unknown result type "hologram" |
        | tools/list | task           | unknown result type "task"     |

  @MOD-CLI-83
  Rule: Rounds of prompts and resources are bounded like those of calls

    Scenario Outline: <method> over <transport>, asked with <what>
      Given server "docs" over <transport> with this script:
        """yaml
        era: modern
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [result: {resultType: input_required, <what>}]}
        """
      And the runtime has started
      When <act>
      Then call 1 fails with "<method> asked for input more than 10 times"
      And server "docs" received "<method>" 11 times

      Examples:
        | method         | transport | what                                         | act                                           |
        | prompts/get    | stdio     | requestState: x                              | prompt "review" of server "docs" is filled in |
        | resources/read | http      | requestState: x                              | resource "doc:a" of server "docs" is read     |
        | resources/read | stdio     | inputRequests: {where: {method: roots/list}} | resource "doc:a" of server "docs" is read   |

  @MOD-CLI-84
  Rule: A question in a mode that was not declared is refused, and nobody is asked

    Scenario Outline: <method>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [search]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [result: {resultType: input_required, inputRequests: {a: {method: elicitation/create, params: {mode: url, message: "Go", url: "https://x.test", elicitationId: e}}}}]}
        """
      And the runtime has started
      When <act>
      Then call 1 <outcome>
      And server "docs" received "<method>" 1 time
      And the user was asked:
        """
        """

      Examples:
        | method         | act                                       | outcome                                                                                                                  |
        | tools/call     | tool "mcp__docs_search" is called         | returns the error text "MCP error: answering what tools/call asks for: MCP error -32602: Unsupported elicitation"        |
        | resources/read | resource "doc:a" of server "docs" is read | fails with "answering what resources/read asks for: MCP error -32602: Unsupported elicitation"                           |

  @MOD-CLI-83
  Rule: Each round counts against the time that the caller gives the call

    Scenario Outline: round <n> over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        era: modern
        tools: [a]
        rules:
          - {when: {method: tools/call, first: <asked>}, do: [result: {resultType: input_required, requestState: x}]}
          - {when: {method: tools/call, after: <asked>}, do: [delay: 1h]}
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1s passes
      And the caller gives up call 1
      Then call 1 ended at 1s

      Examples:
        | transport | n | asked |
        | stdio     | 2 | 1     |
        | http      | 2 | 1     |
        | http      | 4 | 3     |
