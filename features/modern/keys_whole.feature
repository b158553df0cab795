@omp @virtual
Feature: What is kept, for how long and under which key, is a matter of the whole question
  A key that leaves something out answers another question, and a list is stale for all who hold
  it. A time that is no number of milliseconds above zero is no time.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-CLI-76
  Rule: Addresses are told apart by each of their characters, and lists by what they list

    Scenario Outline: "<one>" and "<other>" over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: [{uri: "<one>", text: one}, {uri: "<other>", text: other}]
        """
      And the runtime has started
      When resource "<one>" of server "docs" is read
      And resource "<other>" of server "docs" is read
      Then call 1 returns "one"
      And call 2 returns "other"

      Examples:
        | one       | other     | kind  |
        | doc:a?v=1 | doc:a?v=2 | http  |
        | doc:a?v=1 | doc:a     | stdio |
        | doc:a#x   | doc:a#y   | http  |
        | doc:A     | doc:a     | http  |
        | doc:a     | doc:a/    | stdio |
        | doc:%61   | doc:a     | http  |

    Example: resources, and templates of resources
      Given server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: ["doc:a"]
        templates: [{uriTemplate: "doc:{a}"}]
        capabilities: {resources: {}}
        rules:
          - {when: {method: resources/templates/list}, do: [result: {resultType: complete, resourceTemplates: [{uriTemplate: "doc:{a}", name: a}], resources: [], ttlMs: 3600000}]}
          - {when: {method: resources/list}, do: [result: {resultType: complete, resources: [{uri: "doc:a", name: a}], resourceTemplates: [], ttlMs: 3600000}]}
        """
      When the runtime starts
      And 1m passes
      And server "docs" is reconnected
      And 1m passes
      Then the runtime has the resources "doc:a" of server "docs"
      And the runtime has the resource templates "doc:{a}" of server "docs"
      And server "docs" received "resources/list" 1 time
      And server "docs" received "resources/templates/list" 1 time

  @MOD-CLI-77
  Rule: A time that is not above zero, or no number at all, keeps nothing

    Scenario Outline: ttlMs is <ttl>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        rules:
          - {when: {method: resources/read}, do: [result: {contents: [], resultType: complete, ttlMs: <ttl>, cacheScope: <scope>}]}
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 2 times

      Examples:
        | ttl     | scope   | kind  |
        | null    | public  | stdio |
        | null    | private | http  |
        | -1      | public  | stdio |
        | -1      | private | http  |
        | -0.5    | public  | stdio |
        | true    | public  | stdio |
        | [5000]  | public  | http  |

  @MOD-CLI-81
  Rule: A call that the server does not understand makes its list stale, for whom it is and whatever else the error says

    Scenario Outline: a <scope> list over <kind>, and the error <error>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: <scope>}
        tools: [echo]
        capabilities: {tools: {}}
        rules: [{when: {method: tools/call}, do: [error: {<error>}]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And the counts start anew
      And server "docs" is reconnected
      And 1m passes
      Then server "docs" received "tools/list" 1 time

      Examples:
        | scope   | kind  | error                                                           |
        | private | stdio | code: -32602, message: "Unknown tool: echo"                     |
        | private | http  | code: -32602, message: no                                       |
        | public  | stdio | code: -32602, message: no, data: {tool: echo}                   |
        | public  | http  | code: -32602, message: "text is missing", data: [{path: /text}] |

  @MOD-CLI-78
  Rule: A list begins anew wherever its cursor is refused, and only once

    Scenario Outline: the second cursor is refused, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a, b, c]
        pageSize: 1
        rules: [{when: {method: tools/list, nth: 3}, do: [error: {code: -32602, message: odd}]}]
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c"
      And server "docs" received "tools/list" 6 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: a cursor is refused again, on page <page>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a, b, c]
        pageSize: 1
        rules:
          - {when: {method: tools/list, nth: 2}, do: [error: {code: -32602, message: odd}]}
          - {when: {method: tools/list, nth: <nth>}, do: [error: {code: -32602, message: again}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "MCP error -32602: again"
      And the runtime has the tools ""

      Examples:
        | page | nth |
        | 2    | 4   |
        | 3    | 5   |
