@omp @virtual
Feature: A call that fails for good becomes words
  A session goes on after a failed call: the model reads what happened and
  decides. So a failure is content, with the reason in it, and a result that a
  server marked as an error is a result.

  @OMP-LC-80 @real
  Rule: A second failure is final

    Example: no third call after two 503s
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call}
          do: [{status: {code: 503, body: busy}}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: HTTP 503: busy"
      And server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

    Example: nor after two exits, whatever reconnects the second one causes
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call}
          do: [{exit: 1}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: Transport closed"
      And server "docs" received "tools/call" 2 times

  @OMP-LC-81 @real
  Rule: A failure that is not one of the connection causes no reconnect and no second call

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" has a timeout of 5s
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call}
          do: [<do>]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "<text>"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | what               | do                                  | text                                        |
        | status 400         | {status: {code: 400, body: bad}}    | MCP error: HTTP 400: bad                    |
        | status 401         | {status: {code: 401, body: who}}    | MCP error: HTTP 401: who                    |
        | status 403         | {status: {code: 403, body: no}}     | MCP error: HTTP 403: no                     |
        | status 408         | {status: {code: 408, body: slow}}   | MCP error: HTTP 408: slow                   |
        | status 410         | {status: {code: 410, body: gone}}   | MCP error: HTTP 410: gone                   |
        | status 425         | {status: {code: 425, body: early}}  | MCP error: HTTP 425: early                  |
        | status 429         | {status: {code: 429, body: wait}}   | MCP error: HTTP 429: wait                   |
        | status 500         | {status: {code: 500, body: oops}}   | MCP error: HTTP 500: oops                   |
        | status 501         | {status: {code: 501, body: never}}  | MCP error: HTTP 501: never                  |
        | status 504         | {status: {code: 504, body: late}}   | MCP error: HTTP 504: late                   |
        | status 520         | {status: {code: 520, body: odd}}    | MCP error: HTTP 520: odd                    |
        | status 529         | {status: {code: 529, body: busy}}   | MCP error: HTTP 529: busy                   |
        | a code of another era | {error: {code: -32020, message: odd}} | MCP error: MCP error -32020: odd       |
        | a JSON-RPC error   | {error: {code: -32602, message: x}} | MCP error: MCP error -32602: x              |
        | no answer at all   | never                               | MCP error: Request timeout after 5000ms     |

  @OMP-LC-82 @real
  Rule: A successful call returns the server's content, structured content included

    Scenario Outline: a tool with structured content, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools:
          - {name: count, answer: {structured: {pages: 3}}}
        """
      And the runtime has started
      When tool "mcp__docs_count" is called
      Then call 1 returns structured content:
        """json
        {"pages": 3}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: also of a result that says it is an error
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: count, answer: {result: {isError: true, content: [], structuredContent: {pages: 3}}}}]
        """
      And the runtime has started
      When tool "mcp__docs_count" is called
      Then call 1 returns the error text "Error: {"pages":3}"

    Example: several blocks become paragraphs
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - name: read
            answer:
              result: {content: [{type: text, text: one}, {type: image, data: "", mimeType: image/png}, {type: text, text: two}]}
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns this text:
        """
        one

        [Image: image/png]

        two
        """

  @OMP-LC-83
  Rule: What fails in the end becomes content that begins with "MCP error: "

    @real
    Scenario Outline: an error of the server, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "tools/call" with error -32000 "no such page"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then call 1 returns the error text "MCP error: MCP error -32000: no such page"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a server that is gone and does not come back
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: MCP server not connected: docs"
