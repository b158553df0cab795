@omp @virtual
Feature: What a tool returns becomes text that a model can read
  A result is a list of blocks of several kinds, an object, or both. The session shows
  text: blocks are joined by an empty line, and what is no text is named in brackets.

  @F-27
  Rule: Every kind of block has its text, and what is marked as an error says so

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: read, answer: {result: <result>}}
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns this text:
        """
        <text>
        """

      Examples:
        | what                   | result                                                                                          | text                                  |
        | text                   | {content: [{type: text, text: one}]}                                                            | one                                   |
        | an image               | {content: [{type: image, data: "", mimeType: image/png}]}                                       | [Image: image/png]                    |
        | sound                  | {content: [{type: audio, data: "", mimeType: audio/wav}]}                                       | [Audio: audio/wav]                    |
        | a link                 | {content: [{type: resource_link, uri: "file:///a", name: a}]}                                   | [Resource: file:///a]                 |
        | a resource of bytes    | {content: [{type: resource, resource: {uri: "file:///b", blob: "AA=="}}]}                       | [Resource: file:///b]                 |
        | a resource of no text  | {content: [{type: resource, resource: {uri: "file:///b", text: ""}}]}                           | [Resource: file:///b]                 |
        | a resource of nothing  | {content: [{type: resource}]}                                                                   | [Resource: ]                          |
        | another kind           | {content: [{type: hologram}]}                                                                   | [Content of type "hologram"]          |
        | an object only         | {content: [], structuredContent: {pages: 3}}                                                    | {"pages":3}                           |
        | text and an object     | {content: [{type: text, text: three}], structuredContent: {pages: 3}}                           | three                                 |

    Scenario Outline: a result that is <what> is a failure
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: read, answer: {result: <result>}}
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns the error text "MCP error: reading the result of docs/read: <why>"

      Examples:
        | what              | result         | why                                     |
        | a number          | 7              | not an object                           |
        | nothing           | null           | not an object                           |
        | a list            | []             | not an object                           |
        | a block that is none | {content: [7]} | "content" is a number at byte 12, not an object |

    Example: a resource of text has its text below its name
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: read, answer: {result: {content: [{type: resource, resource: {uri: "file:///a", text: hello}}, {type: text, text: end}]}}}
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns this text:
        """
        [Resource: file:///a]
        hello

        end
        """

    Scenario Outline: a result with isError <error>
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: read, answer: {result: {content: [{type: text, text: no such page}], isError: <error>}}}
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns <outcome>

      Examples:
        | error | outcome                               |
        | true  | the error text "Error: no such page"  |
        | false | "no such page"                        |

    Scenario Outline: a result that is <what> is a failure
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: read}]
        rules: [{when: {method: tools/call}, do: [{result: <result>}]}]
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      And 1h passes
      Then call 1 returns an error text with "MCP error: reading the result of docs/read: "
      And server "docs" received "tools/call" 1 time

      Examples:
        | what                        | result                |
        | a list                      | []                    |
        | a text                      | '"done"'              |
        | null                        | null                  |
        | an object with bad content  | {content: done}       |
