@qwen @virtual
Feature: The order of arguments and the era belong to what is run
  Arguments in another order are another command, and another era is another conversation.

  @QWEN-61
  Rule: A change of the order of arguments, or of the era, concerns that server only

    Scenario Outline: <key> from <before> to <after>
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcpServers.docs.<key>" is <before> in the user settings
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <after> in the user settings
      And 1s passes
      Then the last pass did "<did>"
      And server "docs" was started <n>
      And server "mail" received nothing
      And server "mail" never lost a tool

      Examples:
        | key  | before            | after             | did                  | n       |
        | args | ["a","b"]         | ["b","a"]         | changed docs; kept 1 | 1 time  |
        | args | ["a","b"]         | ["a"]             | changed docs; kept 1 | 1 time  |
        | era  | "legacy"          | "auto"            | changed docs; kept 1 | 1 time  |
