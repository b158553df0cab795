@qwen @virtual
Feature: A server has a limited time for its start, and its definition can change the limit
  A server that never answers must not keep a pass, and all who wait for it, for ever.

  @F-QWEN-23
  Rule: A start may take 30 s over stdio and 5 s otherwise, or what the definition says between 100 ms and 300 s

    Scenario Outline: a server over <transport> with <key>
      Given server "docs" over <transport>
      And server "docs" never answers "initialize"
      And the user settings define the server "docs"
      And "mcpServers.docs.<key>" is <value> in the user settings
      When the workspace starts
      And the clock reaches <before>
      Then server "docs" is connecting
      When the clock reaches <after>
      Then server "docs" is disconnected
      And the last pass did "added docs"

      Examples:
        | transport | key                | value   | before   | after    |
        | stdio     | description        | "mine"  | 29999ms  | 30001ms  |
        | http      | description        | "mine"  | 4999ms   | 5001ms   |
        | stdio     | discoveryTimeoutMs | 2000    | 1999ms   | 2001ms   |
        | http      | discoveryTimeoutMs | 2000    | 1999ms   | 2001ms   |
        | stdio     | discoveryTimeoutMs | 100     | 99ms     | 101ms    |
        | stdio     | discoveryTimeoutMs | 7       | 99ms     | 101ms    |
        | http      | discoveryTimeoutMs | 300000  | 299999ms | 300001ms |
        | stdio     | discoveryTimeoutMs | 3000000 | 299999ms | 300001ms |
