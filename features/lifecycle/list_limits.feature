@omp @virtual
Feature: A list ends, whatever the server says
  A server can answer each page in time and name a next page for ever. A list has
  a deadline, a number of pages and a size, all of them generous, so that a server
  without an end costs itself and no other.

  @D-22
  Rule: All pages of a list together have a deadline, a number and a size

    Scenario Outline: seventeen pages, each after 20 seconds, over <kind>, and lists have <time>
      Given the switch "lists.time" is "<time>"
      And server "docs" over <kind> with this script:
        """yaml
        pageSize: 1
        tools: [t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17]
        """
      And server "mail" over stdio
      And server "docs" answers "tools/list" after 20s
      When the runtime starts
      And the clock reaches <before>
      Then startup has not returned
      When 1ms passes
      Then startup returned at <end>
      And startup reported these errors:
        | server | error                                                                                                   |
        | docs   | listing with tools/list: not all pages came within <told>, only <came>; the limit is the switch lists.time |
      And server "docs" is disconnected
      And the runtime has the tools "mcp__mail_echo"

      Examples:
        | kind  | time | before   | end  | told  | came |
        | stdio | 5m   | 299999ms | 300s | 5m0s  | 14   |
        | http  | 5m   | 299999ms | 300s | 5m0s  | 14   |
        | stdio | 70s  | 69999ms  | 70s  | 1m10s | 3    |
        | http  | 1s   | 29999ms  | 30s  | 30s   | 1    |

    Scenario Outline: <what> has no deadline
      Given the switch "lists.time" is "<time>"
      And server "docs" over stdio with this script:
        """yaml
        pageSize: 1
        tools: [a, b, c]
        """
      And server "docs" has a timeout of <timeout>
      And server "docs" answers "tools/list" after <each>
      When the runtime starts
      And 24h pass
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c"
      And startup reported no errors

      Examples:
        | what                                     | time | timeout | each |
        | a list of a server without timeouts      | 5m   | 0       | 1h   |
        | a list with the deadline switched off    | off  | 3h      | 2h   |

    Scenario Outline: a slow <method> after a notice costs a warning and not what there was
      Given the switch "lists.time" is "1m"
      And server "docs" over http with this script:
        """yaml
        pageSize: 1
        tools: [a, b, c, d]
        resources: [a, b, c, d]
        templates: [a, b, c, d]
        prompts: [a, b, c, d]
        """
      And the runtime has started
      And server "docs" answers "<method>" after 16s
      When server "docs" sends the notification "notifications/<notice>/list_changed"
      And 1h passes
      Then server "docs" received "<method>" 8 times
      And the log has 1 warning of "docs" with "listing with <method>: not all pages came within 1m0s"
      And the runtime has the <what> <kept>
      And server "docs" is connected

      Examples:
        | method                   | notice    | what               | kept                                                   |
        | tools/list               | tools     | tools              | "mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d"   |
        | resources/list           | resources | resources          | "a, b, c, d" of server "docs"                          |
        | resources/templates/list | resources | resource templates | "a, b, c, d" of server "docs"                          |
        | prompts/list             | prompts   | prompts            | "a, b, c, d" of server "docs"                          |

    Scenario Outline: four pages where <pages> are allowed
      Given the switch "lists.pages" is "<pages>"
      And server "docs" over <kind> with this script:
        """yaml
        pageSize: 1
        tools: [a, b, c, d]
        resources: [a, b, c, d]
        """
      When the runtime starts
      Then the runtime has the tools "<tools>"
      And the runtime has the resources "<resources>" of server "docs"
      And the log has <warnings> of "docs" with "more than <pages> pages, list cut there; the limit is the switch lists.pages"

      Examples:
        | pages | kind  | tools                                              | resources  | warnings   |
        | 3     | stdio | mcp__docs_a, mcp__docs_b, mcp__docs_c              | a, b, c    | 2 warnings |
        | 4     | http  | mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d | a, b, c, d | 0 warnings |
        | off   | stdio | mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d | a, b, c, d | 0 warnings |

    Scenario Outline: two pages of 73 and 72 bytes where <size> are allowed
      Given the switch "lists.size" is "<size>"
      And server "docs" over <kind> with this script:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [result: {tools: [{name: a, inputSchema: {type: object}}], nextCursor: "2"}]
          - when: {method: tools/list, nth: 2}
            do: [result: {tools: [{name: b, inputSchema: {type: object}}], nextCursor: ""}]
        """
      When the runtime starts
      Then startup reported <errors>
      And the runtime has the tools "<tools>"

      Examples:
        | kind  | size | errors                                                                  | tools                    |
        | stdio | 145  | no errors                                                               | mcp__docs_a, mcp__docs_b |
        | http  | 144  | one error, of "docs", with "more than 144 bytes, 145 in 2 pages; the limit is the switch lists.size" |                          |
        | http  | off  | no errors                                                               | mcp__docs_a, mcp__docs_b |
