@agents @virtual
Feature: Whatever begins in the trace ends there, and says how
  Work without an end looks like work that hangs.

  @OAI-76
  Rule: Each request has an owner of its own and one end, over every transport, however it ends

    Scenario Outline: a request of each kind over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object}}]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        http: {<http>}
        """
      And the manager has connected its servers
      When the program sends these requests to server "docs":
        """
        tools/list
        tools/call
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """
      And the manager cleans up
      And 10s pass
      Then the work on server "docs" was:
        | owner          | work                     | end |
        | program        | connect                  | ok  |
        | docs/request-1 | tools/list               | ok  |
        | docs/request-2 | tools/call               | ok  |
        | docs/request-3 | prompts/list             | ok  |
        | docs/request-4 | prompts/get              | ok  |
        | docs/request-5 | resources/list           | ok  |
        | docs/request-6 | resources/templates/list | ok  |
        | docs/request-7 | resources/read           | ok  |
        | program        | cleanup                  | ok  |

      Examples:
        | transport | http         |
        | stdio     |              |
        | sse       | legacy: {}   |
        | http      |              |
        | http      | answers: sse |
        | ws        |              |

    Scenario Outline: <method> <fails> over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object}}]
        prompts: [hello]
        resources: ["file:///a"]
        http: {<http>}
        rules:
          - {when: {method: <method>}, do: [<action>]}
        """
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 1s passes
      And <end>
      Then the work on server "docs" was:
        | owner          | work     | end   |
        | program        | connect  | ok    |
        | docs/request-1 | <method> | <how> |

      Examples:
        | method         | fails                 | transport | action                               | end                                | how       | http       |
        | tools/list     | meets an error        | http      | {error: {code: -32000, message: no}} | 1s passes                          | failed    |            |
        | tools/list     | meets an error        | stdio     | {error: {code: -32000, message: no}} | 1s passes                          | failed    |            |
        | tools/list     | is never answered     | sse       | never                                | 10s pass                           | failed    | legacy: {} |
        | tools/call     | meets an error        | ws        | {error: {code: -32000, message: no}} | 1s passes                          | failed    |            |
        | tools/call     | is never answered     | sse       | never                                | 10s pass                           | failed    | legacy: {} |
        | tools/call     | is given up           | stdio     | never                                | the program gives up operation 2   | cancelled |            |
        | tools/call     | is given up           | http      | never                                | the program gives up operation 2   | cancelled |            |
        | tools/list     | is given up           | http      | never                                | the program gives up operation 2   | cancelled |            |
        | prompts/get    | is given up           | sse       | never                                | the program gives up operation 2   | cancelled | legacy: {} |
        | resources/read | is given up           | ws        | never                                | the program gives up operation 2   | cancelled |            |
        | tools/call     | reaches its deadline  | http      | never                                | the deadline of operation 2 passes | cancelled |            |

    Example: a call that is refused
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        """
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program sends "tools/call" to server "docs"
      Then operation 3 fails with a text that ends with "missing required parameters: query"
      And the work on server "docs" was:
        | owner          | work       | end    |
        | program        | connect    | ok     |
        | docs/request-1 | tools/list | ok     |
        | docs/request-2 | tools/call | failed |
