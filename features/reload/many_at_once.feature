@qwen @virtual
Feature: One save may change several servers
  Whoever pulls a branch gets many changes in one save. Each of them counts, and
  what none of them is about goes on as it was.

  Background:
    Given servers "a, b, c, d" over stdio
    And servers "x, y, z" over http

  @QWEN-01 @QWEN-47
  Rule: All servers that one save adds connect, over whatever, and so do those that are off

    Example: two processes and two over HTTP beside one that runs and two that failed
      Given the user settings define the servers "a, c, x"
      And server "c" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And server "x" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And the workspace has started
      Then the runtime has the tools "mcp__a__echo"
      When the user settings are saved with the servers "a, b, c, d, x, y, z"
      And 300ms pass
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__c__echo, mcp__d__echo, mcp__x__echo, mcp__y__echo, mcp__z__echo"
      And the last pass did "retried c, x; added b, d, y, z; kept 1"

  @QWEN-01
  Rule: A second change takes no longer than the first one

    Example: one server after the other
      Given the user settings define the server "a"
      And the workspace has started
      When the user settings are saved with the servers "a, b"
      And 1s passes
      And the user settings are saved with the servers "a, b, x"
      And 299ms pass
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo"
      When 1ms passes
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__x__echo"

  @QWEN-03 @QWEN-50
  Rule: All servers that one save edits are replaced, and no other one, over whatever

    Example: three of six
      Given the user settings define the servers "a, b, c, x, y, z"
      And the workspace has started
      And "mcpServers.a.env" is {"MODE": "quick"} in the user settings
      And "mcpServers.b.args" is ["-v"] in the user settings
      When "mcpServers.y.headers" becomes {"X-Key": "1"} in the user settings
      And 1s passes
      Then the last pass did "changed a, b, y; kept 3"
      And server "a" was started 2 times
      And server "b" was started 2 times
      And server "y" received "initialize" 2 times
      And server "z" received "initialize" 1 time

  @QWEN-03
  Rule: What is taken out of a definition is not used any more

    Scenario Outline: <key> of a process
      Given "mcpServers.a" is {"command": "a", "<key>": <value>} in the user settings
      And the workspace has started
      When "mcpServers.a.<key>" is taken out of the user settings
      And 300ms pass
      Then the last pass did "changed a"
      And server "a" was started 2 times

      Examples:
        | key     | value          |
        | args    | ["-v"]         |
        | env     | {"MODE": "1"}  |
        | cwd     | "/other"       |
        | timeout | 5000           |

    Example: the header and the login of a server over HTTP
      Given the user settings define the server "x"
      And "mcpServers.x.headers" is {"X-Key": "1"} in the user settings
      And the workspace has started
      When "mcpServers.x.headers" is taken out of the user settings
      And 1s passes
      Then "initialize" number 2 to server "x" has no header "X-Key"
      When "mcpServers.x.oauth" becomes {"enabled": true, "clientId": "one"} in the user settings
      And 1s passes
      Then the last pass did "changed x"
      And server "x" received "initialize" 3 times
