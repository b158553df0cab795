@omp @virtual
Feature: A list holds no more than a program can use
  A page can be short in bytes and hold millions of definitions, and a cursor can be
  longer than all of them. Both count, for each kind of list and over each transport.

  @D-22
  Rule: A list has a number of definitions and a length of its cursors

    Scenario Outline: <items> definitions on pages of <page> where <limit> are allowed, over <kind>
      Given the switch "lists.items" is "<limit>"
      And server "docs" over <kind> with this script:
        """yaml
        pageSize: <page>
        tools: [<items>]
        """
      When the runtime starts
      Then startup reported <errors>
      And the runtime has <tools>

      Examples:
        | kind  | limit | page | items   | errors | tools |
        | stdio | 3     | 1    | a, b    | no errors | the tools "mcp__docs_a, mcp__docs_b" |
        | stdio | 3     | 1    | a, b, c | no errors | the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c" |
        | http  | 3     | 0    | a, b, c | no errors | the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c" |
        | ws    | 2     | 1    | a, b, c | one error, of "docs", with "listing with tools/list: more than 2 definitions, 3 in 3 pages; the limit is the switch lists.items" | the tools "" |
        | http  | 2     | 0    | a, b, c | one error, of "docs", with "listing with tools/list: more than 2 definitions, 3 in 1 page; the limit is the switch lists.items" | the tools "" |
        | stdio | off   | 2    | a, b, c | no errors | the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c" |

    Scenario Outline: a cursor of <length> bytes where <limit> are allowed, over <kind>
      Given the switch "lists.cursor" is "<limit>"
      And server "docs" over <kind> with this script:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [result: {tools: [{name: a, inputSchema: {type: object}}], nextCursor: "<cursor>"}]
          - when: {method: tools/list, nth: 2}
            mayNotHappen: true
            do: [result: {tools: [{name: b, inputSchema: {type: object}}]}]
        """
      When the runtime starts
      Then startup reported <errors>
      And the runtime has <tools>

      Examples:
        | kind  | limit | length | cursor | errors | tools |
        | stdio | 6     | 5      | 12345  | no errors | the tools "mcp__docs_a, mcp__docs_b" |
        | http  | 6     | 6      | ééé    | no errors | the tools "mcp__docs_a, mcp__docs_b" |
        | stdio | 5     | 6      | 123456 | one error, of "docs", with "listing with tools/list: a cursor of more than 5 bytes, 6 after 1 page; the limit is the switch lists.cursor" | the tools "" |
        | ws    | 5     | 6      | ééé    | one error, of "docs", with "a cursor of more than 5 bytes, 6 after 1 page" | the tools "" |
        | http  | off   | 6      | 123456 | no errors | the tools "mcp__docs_a, mcp__docs_b" |

    Scenario Outline: <method> goes over <switch> after a notice, which costs a warning and not what there was
      Given the switch "<switch>" is "<limit>"
      And server "docs" over <kind> with this script:
        """yaml
        tools: [a]
        resources: [a]
        templates: [a]
        prompts: [a]
        rules:
          - {when: {method: <method>, nth: 2}, do: [result: {<member>: [{name: x, uri: x, uriTemplate: x, inputSchema: {}}, {name: y}, {name: z}], nextCursor: "1234567"}]}
        """
      And the runtime has started
      When server "docs" sends the notification "notifications/<notice>/list_changed"
      And 1h passes
      Then the log has 1 warning of "docs" with "listing with <method>: <why>"
      And the runtime has the <what>
      And server "docs" received "<method>" 2 times
      And server "docs" is connected

      Examples:
        | method                   | member            | notice    | switch       | limit | kind  | why                                 | what                                     |
        | tools/list               | tools             | tools     | lists.items  | 2     | stdio | more than 2 definitions, 3          | tools "mcp__docs_a"                      |
        | tools/list               | tools             | tools     | lists.cursor | 6     | http  | a cursor of more than 6 bytes, 7    | tools "mcp__docs_a"                      |
        | resources/list           | resources         | resources | lists.items  | 2     | http  | more than 2 definitions, 3          | resources "a" of server "docs"           |
        | resources/list           | resources         | resources | lists.cursor | 6     | stdio | a cursor of more than 6 bytes, 7    | resources "a" of server "docs"           |
        | resources/templates/list | resourceTemplates | resources | lists.items  | 2     | stdio | more than 2 definitions, 3          | resource templates "a" of server "docs"  |
        | resources/templates/list | resourceTemplates | resources | lists.size   | 120   | http  | more than 120 bytes, 130 in 1 page  | resource templates "a" of server "docs"  |
        | prompts/list             | prompts           | prompts   | lists.items  | 2     | http  | more than 2 definitions, 3          | prompts "a" of server "docs"             |
        | prompts/list             | prompts           | prompts   | lists.cursor | 6     | ws    | a cursor of more than 6 bytes, 7    | prompts "a" of server "docs"             |
