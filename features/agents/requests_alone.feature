@agents @virtual
Feature: What becomes of one request concerns no other
  Connections belong to their owners, and turns to those who wait for them. A request that
  fails, is given up or cannot be read closes nothing and ends nothing but itself.

  @OAI-01
  Rule: No failure of a request closes the connection, whatever has failed

    Scenario Outline: <method> fails over <transport>, <cache>
      Given server "a" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        http: {<http>}
        rules:
          - {when: {method: <method>, first: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      And <cache>
      And the manager has connected its servers
      When the program sends "<method>" to server "a"
      And the program sends "<method>" to server "a"
      And 5s pass
      Then operation 2 fails with "MCP error -32000: no"
      And operation 3 succeeds
      And server "a" received "initialize" 1 time

      Examples:
        | method                   | transport | cache                        | http       |
        | tools/list               | http      | server "a" caches its tools  |            |
        | tools/list               | stdio     | server "a" caches its tools  |            |
        | prompts/get              | ws        | the manager is strict        |            |
        | resources/read           | ws        | the manager is strict        |            |
        | prompts/list             | sse       | the manager is strict        | legacy: {} |
        | resources/templates/list | stdio     | the manager is strict        |            |

    Scenario Outline: a call of an agent <fails>, over <transport>
      Given server "docs" over <transport>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [<action>]}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "echo" with:
        """json
        {"text": "hello"}
        """
      And 1s passes
      And <end>
      And agent "writer" calls tool "echo" with:
        """json
        {"text": "again"}
        """
      And 5s pass
      Then call 2 returns "again"
      And server "docs" received "initialize" 1 time

      Examples:
        | fails              | transport | action                           | end                                |
        | cannot be read     | http      | {result: {content: 7}}           | 1s passes                          |
        | cannot be read     | stdio     | {result: 7}                      | 1s passes                          |
        | is given up        | http      | never                            | the caller gives up call 1         |
        | is given up        | stdio     | never                            | the caller gives up call 1         |
        | has a deadline     | stdio     | never                            | the deadline of call 1 passes      |
        | is an error        | ws        | {error: {code: 1, message: no}}  | 1s passes                          |

  @OAI-39
  Rule: A request of any kind that fails leaves one of any kind alone

    Scenario Outline: <method> over <transport>, beside a call and before one
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        rules:
          - {when: {method: tools/call}, do: [{delay: 2s}]}
          - {when: {method: <method>}, do: [{delay: 1s}, {error: {code: -32000, message: no}}]}
        """
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "<method>" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 20s pass
      Then operation 3 fails with "MCP error -32000: no"
      And operation 2 succeeds
      And operation 4 succeeds

      Examples:
        | method                   | transport |
        | tools/list               | stdio     |
        | prompts/list             | stdio     |
        | resources/list           | stdio     |
        | resources/templates/list | stdio     |
        | resources/read           | stdio     |
        | tools/list               | http      |
        | prompts/list             | http      |
        | resources/list           | http      |
        | resources/templates/list | http      |
        | resources/read           | http      |

  @OAI-40
  Rule: Over server-sent events and WebSockets requests of every kind overlap

    Scenario Outline: two of three seconds over <transport>: <method>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        http: {<http>}
        """
      And server "docs" answers "<method>" after 3s
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And the program sends "<method>" to server "docs"
      And 3s pass
      Then operations 2 to 3 succeed

      Examples:
        | transport | method                   | http       |
        | sse       | tools/list               | legacy: {} |
        | sse       | prompts/list             | legacy: {} |
        | sse       | prompts/get              | legacy: {} |
        | sse       | resources/list           | legacy: {} |
        | sse       | resources/templates/list | legacy: {} |
        | sse       | resources/read           | legacy: {} |
        | ws        | tools/list               |            |
        | ws        | prompts/list             |            |
        | ws        | prompts/get              |            |
        | ws        | resources/list           |            |
        | ws        | resources/templates/list |            |
        | ws        | resources/read           |            |
