@omp @virtual
Feature: Switches bound the lists of servers
  A limit that is set counts, and no other one comes into its place.

  @D-22
  Rule: Lists are bounded by the number that a switch is set to, and by none that it is not

    Scenario Outline: <switch> is <value>
      Given the switch "<switch>" is "<value>"
      And server "docs" over stdio with this script:
        """yaml
        pageSize: 1
        tools: [a, b, c]
        """
      When the runtime starts
      Then the runtime has the tools "<tools>"

      Examples:
        | switch       | value  | tools                                 |
        | lists.pages  | 1      | mcp__docs_a                           |
        | lists.pages  | 2      | mcp__docs_a, mcp__docs_b              |
        | lists.pages  | 10000  | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.pages  | off    | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.size   | 64MiB  | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.size   | off    | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.items  | 100000 | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.cursor | 64KiB  | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.time   | 5m     | mcp__docs_a, mcp__docs_b, mcp__docs_c |
        | lists.time   | off    | mcp__docs_a, mcp__docs_b, mcp__docs_c |

  @D-22
  Rule: A list of which no page comes within the time of one request is a request that is overdue

    Example: a server that does not answer
      Given the switch "lists.time" is "30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 2m}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported these errors:
        | server | error                         |
        | docs   | Request timeout after 30000ms |
