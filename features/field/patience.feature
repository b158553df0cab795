@omp @virtual
Feature: Calls that take long, are given up, or fail by themselves
  A call is not a connection: what becomes of it says nothing of the other.

  @FF-73
  Rule: A lost server that refuses to be connected anew with 401 is not asked again

    Example: after the connection was lost
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {connection: 1, verb: GET, nth: 1}, do: [answer, {delay: 10s}, {stream: reset}]}
        - {when: {method: initialize, after: 1}, do: [{status: {code: 401, body: never}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is disconnected
      And the runtime has the tools "mcp__docs_echo"

  @FF-74
  Rule: A refusal that names no scope, or another reason, ends the call without a second try

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{status: {code: 403, <more>}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns an error text with "HTTP 403: no"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | what            | more                                                                    |
        | a plain one     | body: no                                                                |
        | a token is wrong | body: no, headers: {WWW-Authenticate: 'Bearer error="invalid_token"'}  |

  @FF-75
  Rule: A call that its caller gives up is given up without a word, and its late answer is ignored

    Example: after five seconds
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{delay: 120s}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 5s pass
      And the caller gives up call 1
      And 1h passes
      Then call 1 ended at 5s
      And server "docs" received "notifications/cancelled" 0 times
      And the runtime ignored 1 answer of server "docs"

  @FF-77
  Rule: A ping is answered wherever it comes from, during a long call and long after one

    Scenario Outline: <where>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 90s
      And server "docs" follows these rules:
        """yaml
        - {when: {<when>}, do: [<do>]}
        """
      And the runtime has started
      When 10m pass
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1m passes
      Then call 1 returns "hi"
      And server "docs" received "initialize" 1 time

      Examples:
        | where                    | kind  | when               | do                                                                                                          |
        | on the background stream | http  | verb: GET          | answer, {request: {method: ping, wait: true}}, {delay: 3s}, {request: {method: ping, wait: true}}            |
        | in a call of a minute    | stdio | method: tools/call | {delay: 30s}, {request: {method: ping, wait: true}}                                                          |
        | in the stream of a call  | http  | method: tools/call | {request: {method: ping, wait: true}}, {delay: 20s}, {request: {method: ping, wait: true}}                   |

  @FF-78
  Rule: What a tool answers wrongly is handed on as it is and costs nothing else

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, outputSchema: {type: object, required: [n]}, answer: {result: <result>}}]
        rules: [{when: {method: tools/call}, do: [<do>]}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns <outcome>
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | what                         | result                                                                     | do                                        | outcome                                        |
        | -32602                       | {}                                                                         | {error: {code: -32602, message: bad n}}   | the error text "MCP error: MCP error -32602: bad n" |
        | content without its schema   | {content: [{type: text, text: hi}], structuredContent: {m: 1}}            | answer                                    | "hi"                                           |
