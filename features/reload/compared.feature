@qwen @virtual
Feature: Definitions are compared by what they say, field by field
  Two definitions that look alike once they are written as a command line are two commands,
  and a variable that is empty is not one that is missing.

  @QWEN-61
  Rule: A change within a field concerns that server only, however small it is

    Scenario Outline: <key> from <before> to <after>
      Given servers "docs, mail, wiki" over <kind>
      And the user settings define the servers "docs, mail, wiki"
      And "mcpServers.docs.<key>" is <before> in the user settings
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <after> in the user settings
      And 1s passes
      Then the last pass did "changed docs; kept 2"
      And server "mail" received nothing
      And server "wiki" received nothing

      Examples:
        | kind  | key     | before          | after           |
        | stdio | args    | ["a b"]         | ["a","b"]       |
        | stdio | args    | ["a",""]        | ["a"]           |
        | stdio | args    | ["A"]           | ["a"]           |
        | stdio | env     | {"A":"1"}       | {"A":""}        |
        | stdio | env     | {"A":""}        | {}              |
        | stdio | env     | {"A":"1"}       | {"a":"1"}       |
        | stdio | env     | {"A":"1 "}      | {"A":"1"}       |
        | http  | headers | {"X-A":"1"}     | {"X-A":""}      |
        | http  | headers | {"X-A":"b"}     | {"X-A":"B"}     |
        | http  | httpUrl | "http://docs.test/mcp" | "http://docs.test/mcp?a=1" |

  @QWEN-114
  Rule: An in-process server is connected from nowhere, whatever else its definition says

    Scenario Outline: it has <field>
      Given servers "docs, mail" over stdio
      And the user settings define the server "mail"
      And the workspace has started
      When "mcpServers.docs" becomes {"type": "sdk", "<field>": "<value>"} in the user settings
      And 1s passes
      Then the last pass did "kept 1"
      And server "docs" was started 0 times
      And the runtime has the tools "mcp__mail__echo"

      Examples:
        | field   | value                 |
        | command | docs                  |
        | url     | http://docs.test/mcp  |
        | httpUrl | http://docs.test/mcp  |
        | tcp     | ws://docs.test/mcp    |
