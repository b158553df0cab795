@omp @virtual
Feature: A session is told all that a call has come to

  @OMP-LC-82
  Rule: The output of a call has every kind of content, and says which tool it is of

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - name: Do It!
            answer: {result: {content: [<content>]}}
        """
      And server "docs" comes from the provider "Claude Code"
      And the runtime has started
      When tool "mcp__docs_do_it" is called
      Then call 1 returns this text:
        """
        <text>
        """
      And the output of call 1 says that it is of tool "Do It!" of server "docs", from the provider "Claude Code"

      Examples:
        | what                    | content                                                                          | text                   |
        | text                    | {type: text, text: hello}                                                        | hello                  |
        | a sound                 | {type: audio, data: aGk=, mimeType: audio/wav}                                   | [Audio: audio/wav]     |
        | a link                  | {type: resource_link, uri: "doc:a", name: a}                                     | [Resource: doc:a]      |
        | a resource with text    | {type: resource, resource: {uri: "doc:a", mimeType: text/plain, text: hello}}    | [Resource: doc:a]\nhello |
        | a resource without text | {type: resource, resource: {uri: "doc:a", blob: aGk=}}                           | [Resource: doc:a]      |

  @OMP-LC-83
  Rule: Whatever a call fails with is content, and marked as an error

    Scenario Outline: <what> over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 2s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<does>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: <text>"

      Examples:
        | kind  | what              | does                                  | text                          |
        | stdio | a timeout         | never                                 | Request timeout after 2000ms  |
        | http  | a timeout         | never                                 | Request timeout after 2000ms  |
        | http  | a refusal         | {status: {code: 500, body: oops}}     | HTTP 500: oops                |
        | http  | a wrong token     | {status: {code: 401, body: who}}      | HTTP 401: who                 |
        | ws    | an error          | {error: {code: -32000, message: no}}  | MCP error -32000: no          |
        | stdio | a lost connection | {exit: 1}                             | Transport closed              |

  @OMP-LC-81
  Rule: No other failure is one of the connection

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<does>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | what                    | does                                              |
        | 402                     | {status: 402}                                     |
        | 405                     | {status: 405}                                     |
        | 406                     | {status: 406}                                     |
        | 409                     | {status: 409}                                     |
        | 413                     | {status: 413}                                     |
        | 415                     | {status: 415}                                     |
        | 421                     | {status: 421}                                     |
        | 422                     | {status: 422}                                     |
        | 424                     | {status: 424}                                     |
        | 498                     | {status: 498}                                     |
        | 507                     | {status: 507}                                     |
        | 522                     | {status: 522}                                     |
        | 524                     | {status: 524}                                     |
        | an internal error       | {error: {code: -32603, message: no}}              |
        | an unknown method       | {error: {code: -32601, message: no}}              |
        | a time-out of the server | {error: {code: -32001, message: timed out}}      |
        | an error of the tool    | {result: {content: [], isError: true}}            |
        | what is no JSON         | {status: {code: 200, body: "<html>"}}             |
