@omp @virtual
Feature: An empty cursor is a cursor, in whatever list it comes
  In this protocol a list ends with the page that has no cursor. A server may number its
  pages from an empty text on, those of prompts and resources like those of tools.

  @MOD-02 @MOD-CLI-21
  Rule: The page behind an empty cursor is asked for, in every list

    Scenario Outline: <method> over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        templates: [{uriTemplate: "doc:{a}"}]
        prompts: [review]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, nth: 1}, do: [set: {path: /nextCursor, value: ""}]}
        - {when: {method: <method>, nth: 2}, do: [result: {resultType: complete, <second>, ttlMs: 0, cacheScope: public}]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the <what> "<all>" of server "docs"
      And server "docs" received "<method>" 2 times

      Examples:
        | method                   | kind  | second                                             | what               | all            |
        | prompts/list             | stdio | prompts: [{name: translate}]                       | prompts            | review, translate |
        | prompts/list             | http  | prompts: [{name: translate}]                       | prompts            | review, translate |
        | resources/list           | http  | resources: [{uri: "doc:b", name: b}]               | resources          | doc:a, doc:b   |
        | resources/templates/list | http  | resourceTemplates: [{uriTemplate: "doc:{b}", name: b}] | resource templates | doc:{a}, doc:{b} |

  @MOD-CLI-20
  Rule: Each page is asked for by the cursor of the page before

    Scenario Outline: three pages over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a, b, c, d]
        pageSize: 1
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d"
      And server "docs" received "tools/list" 4 times

      Examples:
        | kind  |
        | stdio |
        | http  |
