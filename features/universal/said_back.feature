@omp @qwen @agents @virtual
Feature: A server that says back what it was sent does not make it public
  "Invalid key tok-1": many servers help whoever looks for a mistake by showing the
  secret that they were sent. Errors and logs go to people who may not have it.

  @U-08
  Rule: What a server says back of its headers and variables is hidden in errors, logs and states

    Scenario Outline: over HTTP, in <where> of <method>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" is defined with the header "Authorization" set to "Bearer tok-1"
      And server "docs" is defined with the header "X-Key" set to "key two"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [<say>]}
        """
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1h passes
      Then "tok-1" is nowhere to be seen
      And "key two" is nowhere to be seen

      Examples:
        | profile            | where      | method     | say                                                                                                |
        | omp                | the body   | initialize | status: {code: 401, body: "no Bearer tok-1"}                                                       |
        | omp                | the body   | tools/list | status: {code: 403, body: "tok-1, key two"}                                                        |
        | omp                | the body   | tools/call | status: {code: 500, body: "no tok-1"}                                                              |
        | omp                | a hint     | tools/call | status: {code: 401, headers: {Mcp-Auth-Server: "https://a.test/tok-1"}}                            |
        | omp                | the error  | initialize | error: {code: -32000, message: "no tok-1"}                                                         |
        | omp                | the error  | tools/list | error: {code: -32000, message: "no tok-1 key two"}                                                 |
        | omp                | the error  | tools/call | error: {code: -32000, message: "no tok-1"}                                                         |
        | modern             | the error  | tools/call | error: {code: -32000, message: "no tok-1"}                                                         |
        | qwen               | the error  | tools/list | error: {code: -32000, message: "no tok-1"}                                                         |
        | qwen               | the body   | tools/call | status: {code: 500, body: "no tok-1"}                                                              |
        | agents             | the body   | initialize | status: {code: 401, body: "no Bearer tok-1"}                                                       |
        | agents             | the error  | tools/call | error: {code: -32000, message: "no tok-1 key two"}                                                 |
        | agents in parallel | the error  | tools/call | error: {code: -32000, message: "no tok-1"}                                                         |

    Scenario Outline: over stdio, in <what>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over stdio
      And server "docs" is defined with the variable "DOCS_TOKEN" set to "tok-1"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [<say>]}
        """
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1h passes
      Then "tok-1" is nowhere to be seen

      Examples:
        | profile            | what                  | method     | say                                                               |
        | omp                | an error              | initialize | error: {code: -32000, message: "no tok-1"}                        |
        | omp                | an error              | tools/call | error: {code: -32000, message: "no tok-1"}                        |
        | omp                | a line that is no JSON | tools/list | raw: "tok-1 is the key\n"                                       |
        | qwen               | an error              | tools/list | error: {code: -32000, message: "no tok-1"}                        |
        | agents             | an error              | tools/call | error: {code: -32000, message: "no tok-1"}                        |

    Scenario Outline: by a modern server, in <where>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        rules: [{when: {method: tools/call}, do: [<say>]}]
        """
      And server "docs" is defined with the header "Authorization" set to "Bearer tok-1"
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      Then "tok-1" is nowhere to be seen

      Examples:
        | profile | where                  | say                                                                                               |
        | modern  | the error              | error: {code: -32000, message: "no tok-1"}                                                        |
        | modern  | the body               | status: {code: 500, body: "no tok-1"}                                                             |
        | modern  | the error of a refusal | status: {code: 400, body: '{"jsonrpc":"2.0","id":"9","error":{"code":-32000,"message":"tok-1"}}'} |

    Scenario Outline: beside the message, in <where>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http with this script:
        """yaml
        era: <era>
        tools: [echo]
        rules: [{when: {method: tools/call}, do: [<say>]}]
        """
      And server "docs" is defined with the header "Authorization" set to "Bearer tok-1"
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      Then call 1 <ends>
      And "tok-1" is nowhere to be seen

      Examples:
        | profile | era    | where        | say                                                                                    | ends                                                                                                                                       |
        | omp     | legacy | a redirect   | status: {code: 307, headers: {Location: "https://tok-1.test/mcp"}}                     | returns the error text "MCP error: HTTP 307: redirect not followed: it leads to another origin, https://***.test"                          |
        | agents  | legacy | a redirect   | status: {code: 308, headers: {Location: "https://tok-1.test/mcp"}}                     | fails with "HTTP 308: redirect not followed: it leads to another origin, https://***.test"                                                 |
        | qwen    | legacy | the type     | status: {code: 200, headers: {Content-Type: "application/json; key=tok-1"}, body: "{"} | returns the error text "MCP error: parsing the body (HTTP 200, "application/json; key=***"): invalid JSON at byte 1: member name expected" |
        | omp     | legacy | the encoding | status: {code: 200, headers: {Content-Encoding: "tok-1"}, body: "{}"}                  | returns the error text "MCP error: answer has the Content-Encoding "***", which was not asked for and is not read"                         |
        | modern  | modern | the kind     | result: {resultType: "tok-1"}                                                          | returns the error text "MCP error: reading the result of tools/call: unknown result type "***""                                            |

    Example: what is no secret is told
      Given the runtime is that of "omp"
      And server "docs" over http
      And server "docs" is defined with the header "Authorization" set to "Bearer tok-1"
      And server "docs" is defined with the header "X-Lang" set to "de"
      And server "docs" answers "tools/call" with error -32000 "no Bearer tok-1, tok-12, de"
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      Then call 1 returns the error text "MCP error: MCP error -32000: no ***, ***2, de"
