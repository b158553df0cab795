@omp @virtual
Feature: A simple call has few ways to fail, and names the one it met
  Whoever makes a simple call has no log and no state to look at: the error is all
  there is. What JavaScript takes for false is no envelope.

  @F-57
  Rule: A simple call that cannot be made says why

    Example: a server that is down
      Given server "docs" over http
      And server "docs" cannot be started
      And server "docs" is defined with url "http://docs.test/mcp?key=secret"
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 fails with a text that begins with "calling: "
      And simple call 1 fails with a text that ends with "connection refused"

    Example: parameters that are no JSON
      Given server "docs" over http
      When a simple call of "tools/list" with what is no JSON is made to server "docs"
      Then simple call 1 fails with "encoding the request: json: unsupported type: chan int"
      And server "docs" received nothing

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list}, do: [{status: {code: 200, body: <body>, size: <size>}}], mayNotHappen: true}]
        """
      And server "docs" is defined with url "<url>"
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 <outcome>

      Examples:
        | what                          | url                  | body  | size     | outcome                                                     |
        | an address that cannot be one | http://[docs.test    | "1"   | 1        | fails with "preparing the call: missing ']' in host"        |
        | an answer as long as may be   | http://docs.test/mcp | "1"   | 16777216 | succeeds                                                    |
        | an answer of one byte more    | http://docs.test/mcp | "1"   | 16777217 | fails with "MCP response is too long"                       |

    Example: a call says what it sends and what it reads
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 succeeds
      And "tools/list" number 1 to server "docs" has no header "Accept-Encoding"
      And "tools/list" number 1 to server "docs" has the header "Content-Type" set to "application/json"
      And "tools/list" number 1 to server "docs" has the header "Accept" set to "application/json, text/event-stream"

    Scenario Outline: an answer that is <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list}, do: [<do>]}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 <outcome>

      Examples:
        | what           | do                                                  | outcome                                                    |
        | cut            | {headers: {X: y}}, {raw: "data: [1]"}, {end: reset} | fails with "reading the answer: read tcp runtime:1->docs.test:80: read: connection reset by peer" |
        | a text         | {status: {code: 200, body: '"a"'}}                  | succeeds                                                   |
        | an empty text  | {status: {code: 200, body: '""'}}                   | fails with "Failed to parse MCP response"                  |
        | zero           | {status: {code: 200, body: '0.0'}}                  | fails with "Failed to parse MCP response"                  |
        | a number       | {status: {code: 200, body: '0.5'}}                  | succeeds                                                   |
        | false          | {status: {code: 200, body: 'false'}}                | fails with "Failed to parse MCP response"                  |
        | true           | {status: {code: 200, body: 'true'}}                 | succeeds                                                   |
        | with status 299 | {status: {code: 299, body: '[]'}}                  | succeeds                                                   |
        | with status 300 | {status: {code: 300, body: '[]'}}                  | fails with "MCP request failed: 300 Multiple Choices"      |
