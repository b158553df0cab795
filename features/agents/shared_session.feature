@agents @virtual
Feature: Requests on one HTTP session do not get in each other's way
  Servers over streamable HTTP may keep one exchange per session at a time, and a
  request that fails must not take the one beside it with it. So whatever uses the
  session waits for its turn, whatever kind of request it is.

  @OAI-37 @OAI-38 @OAI-78
  Rule: Over streamable HTTP requests of every kind go one after the other, in the order in which they were made

    Scenario Outline: <first> and then the others
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        rules:
          - {when: {phase: listing}, do: [{delay: 1s}]}
          - {when: {method: tools/call}, do: [{delay: 3s}]}
          - {when: {method: prompts/get}, do: [{delay: 2s}]}
          - {when: {method: resources/read}, do: [{delay: 2s}]}
        """
      And the manager has connected its servers
      When the counts start anew
      And the program sends "<first>" to server "docs"
      And the program sends these requests to server "docs":
        """
        tools/list
        tools/call
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """
      And 20s pass
      Then operations 2 to 9 succeed
      And the operations ended in the order "1, 2, 3, 4, 5, 6, 7, 8, 9"
      And server "docs" had at most 1 request in flight
      And server "docs" received in order:
        """
        <first>
        tools/list
        tools/call
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """

      Examples:
        | first                    |
        | tools/list               |
        | tools/call               |
        | prompts/list             |
        | prompts/get              |
        | resources/list           |
        | resources/templates/list |
        | resources/read           |

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
        | one has no answer  | http      | never                                | Request timeout after 5000ms |
        | one meets an error | http      | {error: {code: -32000, message: no}} | MCP error -32000: no         |
        | one meets an error | stdio     | {error: {code: -32000, message: no}} | MCP error -32000: no         |

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

    Example: two calls of three seconds over stdio take three seconds
      Given server "docs" over stdio
      And server "docs" answers "tools/call" after 3s
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 3s pass
      Then operations 2 to 3 succeed
      And server "docs" had at most 2 requests in flight
