@omp @virtual
Feature: A task is followed where it may be one, at the pace of its server, and nowhere else
  Whatever happens in between, questions, lost answers or headers of a call, the server's
  pace is kept; and a request that may not become a task has no result if it does.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1h"

  @MOD-TASK-19
  Rule: A call with headers of its own may be answered with a task like any other

    Example: over HTTP
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: build
            inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}
            task: {takes: 2s, poll: 1s}
            answer: built
        """
      And the runtime has started
      When tool "mcp__docs_build" is called with:
        """json
        {"region": "north"}
        """
      And 5s pass
      Then call 1 returns "built"
      And "tools/call" number 1 to server "docs" has the header "Mcp-Param-Region" set to "north"

  @MOD-TASK-20
  Rule: A task for a list, a prompt or a resource is no result, and is not asked about

    Scenario Outline: a list over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        rules:
          - {when: {method: tools/list}, do: [result: {resultType: task, taskId: t, status: working, pollIntervalMs: 1000}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "reading the result of tools/list: unknown result type "task""
      And server "docs" received "tasks/get" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: <method> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [result: {resultType: task, taskId: t, status: working, pollIntervalMs: 1000}]}
        """
      And the runtime has started
      When <act>
      And 1m passes
      Then call 1 fails with "reading the result of <method>: unknown result type "task""
      And server "docs" received "tasks/get" 0 times

      Examples:
        | method         | kind  | act                                           |
        | prompts/get    | stdio | prompt "review" of server "docs" is filled in |
        | prompts/get    | http  | prompt "review" of server "docs" is filled in |
        | resources/read | stdio | resource "doc:a" of server "docs" is read     |
        | resources/read | http  | resource "doc:a" of server "docs" is read     |

  @MOD-TASK-21
  Rule: The pace of the server is kept while a task asks and when an answer was lost

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [build]
        rules:
          - {when: {method: tools/call}, do: [result: {resultType: task, taskId: t, status: working, pollIntervalMs: 7000}]}
          - {when: {method: tasks/get, nth: 2}, do: [<second>]}
          - {when: {method: tasks/get, nth: 1}, do: [result: {resultType: complete, taskId: t, status: working, pollIntervalMs: 7000}]}
          - {when: {method: tasks/get, after: 2}, do: [result: {resultType: complete, taskId: t, status: working, pollIntervalMs: 7000}]}
          - {when: {method: tasks/update}, mayNotHappen: true, do: [result: {resultType: complete}]}
          - {when: {method: tasks/cancel}, mayNotHappen: true, do: [result: {resultType: complete}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 30s pass
      Then server "docs" received "tasks/get" at "7s, 14s, 21s, 28s"

      Examples:
        | what          | second                                                                                                                              |
        | a question    | result: {resultType: complete, taskId: t, status: input_required, pollIntervalMs: 7000, inputRequests: {where: {method: roots/list}}} |
        | a lost answer | {as: sse}, {end: eof}                                                                                                               |

  @MOD-CLI-29
  Rule: A probe that is given up is not cancelled over a pipe

    Example: the server is disconnected while it is asked
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And server "docs" never answers "server/discover"
      When the runtime starts
      And 2s pass
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" received "notifications/cancelled" 0 times

  @MOD-CLI-65
  Rule: A parameter is read at its path, however many objects it is in

    Scenario Outline: <arguments>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {a: {type: object, properties: {b: {type: object, properties: {c: {type: object, properties: {d: {type: string, x-mcp-header: Deep}}}}}}}, d: {type: string}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        <arguments>
        """
      Then "tools/call" number 1 to server "docs" <header>

      Examples:
        | arguments                                        | header                                           |
        | {"d": "no", "a": {"b": {"c": {"d": "x"}}}}       | has the header "Mcp-Param-Deep" set to "x"       |
        | {"d": "no", "a": {"d": "no", "b": {"c": {}}}}    | has no header "Mcp-Param-Deep"                   |

    Example: two parameters beside each other, four objects deep
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {a: {type: object, properties: {b: {type: object, properties: {c: {type: object, properties: {d: {type: string, x-mcp-header: One}, e: {type: string, x-mcp-header: Two}}}}}}}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"a": {"b": {"c": {"d": "x", "e": "y"}}}}
        """
      Then "tools/call" number 1 to server "docs" has the header "Mcp-Param-One" set to "x"
      And "tools/call" number 1 to server "docs" has the header "Mcp-Param-Two" set to "y"
