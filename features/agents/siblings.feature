@agents @virtual
Feature: A request that ends badly leaves its siblings alone
  A request that fails must not take the one beside it with it, and where requests
  may overlap none waits for another.

  @OAI-39
  Rule: A request that fails leaves the one beside it alone

    Scenario Outline: <what> while another call takes three seconds
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        rules:
          - {when: {method: tools/call}, do: [{delay: 3s}]}
          - {when: {method: prompts/get}, do: [<action>]}
        """
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "prompts/get" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 20s pass
      Then operation 2 succeeds
      And operation 3 fails with "<error>"
      And operation 4 succeeds
      And server "docs" received "initialize" 1 time

      Examples:
        | what               | transport | action                               | error                        |
        | one is refused     | http      | {status: {code: 503, body: busy}}    | HTTP 503: busy               |
        | one is not found   | http      | {status: {code: 404, body: gone}}    | HTTP 404: gone               |
        | one has no answer  | http      | never                                | Request timeout after 5000ms |
        | one meets an error | http      | {error: {code: -32000, message: no}} | MCP error -32000: no         |
        | one meets an error | stdio     | {error: {code: -32000, message: no}} | MCP error -32000: no         |
        | one has no answer  | stdio     | never                                | Request timeout after 5000ms |
        | one meets an error | ws        | {error: {code: -32000, message: no}} | MCP error -32000: no         |

    Example: one is given up while the server works on it, and the next has its turn
      Given server "docs" over http
      And server "docs" answers "tools/call" after 3s
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "tools/list" to server "docs"
      And 1s passes
      And the program gives up operation 2
      Then operation 2 was aborted
      And operation 3 succeeds
      And operation 3 ended at 1s

    Example: one is given up while it waits for its turn, and is never sent
      Given server "docs" over http
      And server "docs" answers "tools/call" after 3s
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "tools/list" to server "docs"
      And 1s passes
      And the program gives up operation 3
      And 10s pass
      Then operation 2 succeeds
      And operation 3 was aborted
      And operation 3 ended at 1s
      And server "docs" received "tools/list" 0 times

  @OAI-40
  Rule: Over other transports requests overlap

    Scenario Outline: two calls of three seconds over <transport> take three seconds
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And server "docs" answers "tools/call" after 3s
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 3s pass
      Then operations 2 to 3 succeed
      And server "docs" had at most 2 requests in flight

      Examples:
        | transport | http       |
        | stdio     |            |
        | ws        |            |
        | sse       | legacy: {} |

    Scenario Outline: two requests of three seconds take three seconds: <method>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        """
      And server "docs" answers "<method>" after 3s
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And the program sends "<method>" to server "docs"
      And 3s pass
      Then operations 2 to 3 succeed
      And server "docs" had at most 2 requests in flight

      Examples:
        | method                   |
        | tools/list               |
        | prompts/list             |
        | prompts/get              |
        | resources/list           |
        | resources/templates/list |
        | resources/read           |
