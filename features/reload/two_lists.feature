@qwen @virtual
Feature: Lists stand in the user's settings and in the project's
  Who is kept off by one file is not let in by the other, and who is allowed in one is
  allowed. What goes from a list is undone at once.

  Background:
    Given servers "a, b, c" over stdio
    And the user settings define the servers "a, b, c"

  @QWEN-102 @QWEN-106 @QWEN-108 @real
  Rule: The lists of both files are one list each, at the start and at once

    Scenario Outline: <key>: <user> of the user and <project> of the project
      Given "<key>" is <user> in the user settings
      And "<key>" is <project> in the workspace settings
      When the workspace starts
      Then the runtime has the tools "<tools>"
      When "mcp" is taken out of the <file> settings
      And 1s passes
      Then the runtime has the tools "<left>"
      When "mcp" is taken out of the <other> settings
      And 1s passes
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__c__echo"

      Examples:
        | key          | user  | project | tools                      | file      | other     | left                       |
        | mcp.allowed  | ["a"] | ["b"]   | mcp__a__echo, mcp__b__echo | user      | workspace | mcp__b__echo               |
        | mcp.allowed  | ["a"] | ["b"]   | mcp__a__echo, mcp__b__echo | workspace | user      | mcp__a__echo               |
        | mcp.allowed  | []    | ["b"]   | mcp__b__echo               | workspace | user      |                            |
        | mcp.allowed  | ["a"] | []      | mcp__a__echo               | user      | workspace |                            |
        | mcp.excluded | ["a"] | ["b"]   | mcp__c__echo               | user      | workspace | mcp__a__echo, mcp__c__echo |
        | mcp.excluded | ["a"] | ["b"]   | mcp__c__echo               | workspace | user      | mcp__b__echo, mcp__c__echo |

    Scenario Outline: <key> becomes <value> in the <file> settings while the session runs
      Given "<key>" is ["a"] in the <other> settings
      And the workspace has started
      Then the runtime has the tools "<before>"
      When "<key>" becomes <value> in the <file> settings
      And 300ms pass
      Then the runtime has the tools "<after>"

      Examples:
        | key          | value      | file      | other     | before                     | after                                    |
        | mcp.allowed  | ["c"]      | workspace | user      | mcp__a__echo               | mcp__a__echo, mcp__c__echo               |
        | mcp.allowed  | ["c"]      | user      | workspace | mcp__a__echo               | mcp__a__echo, mcp__c__echo               |
        | mcp.allowed  | []         | user      | user      | mcp__a__echo               |                                          |
        | mcp.allowed  | []         | workspace | workspace | mcp__a__echo               |                                          |
        | mcp.excluded | ["c"]      | workspace | user      | mcp__b__echo, mcp__c__echo | mcp__b__echo                             |
        | mcp.excluded | ["c"]      | user      | workspace | mcp__b__echo, mcp__c__echo | mcp__b__echo                             |
        | mcp.excluded | []         | user      | user      | mcp__b__echo, mcp__c__echo | mcp__a__echo, mcp__b__echo, mcp__c__echo |
        | mcp.excluded | []         | workspace | workspace | mcp__b__echo, mcp__c__echo | mcp__a__echo, mcp__b__echo, mcp__c__echo |

  @QWEN-29 @QWEN-35 @QWEN-36 @QWEN-102
  Rule: A list that gets shorter, or goes, is reconciled, whoever waits for approval meanwhile

    Scenario Outline: <key> was <before>, and <change>
      Given server "d" over stdio
      And the workspace settings define the server "d"
      And "<key>" is <before> in the user settings
      And the workspace has started
      When <change>
      And 300ms pass
      Then servers were reconciled 2 times
      And the last pass did "<did>"

      Examples:
        | key          | before          | change                                            | did               |
        | mcp.allowed  | ["a", "b", "d"] | "mcp.allowed" becomes ["a", "d"] in the user settings | removed b; kept 1 |
        | mcp.allowed  | ["a", "d"]      | "mcp.allowed" is taken out of the user settings   | added b, c; kept 1 |
        | mcp.allowed  | ["a", "d"]      | "mcp" is taken out of the user settings           | added b, c; kept 1 |
        | mcp.excluded | ["a", "b"]      | "mcp.excluded" becomes ["b"] in the user settings | added a; kept 1   |
        | mcp.excluded | ["a", "b"]      | "mcp.excluded" is taken out of the user settings  | added a, b; kept 1 |

  @QWEN-98 @QWEN-100 @QWEN-101 @QWEN-106 @real
  Rule: However long the list of settings, those of the start are the most, and all of them when it goes

    Scenario Outline: <first> and then <second> in the <file> settings
      Given the option --allowed-mcp-server-names is "a, b"
      And "mcp.allowed" is <first> in the <file> settings
      And the workspace has started
      When "mcp.allowed" becomes <second> in the <file> settings
      And 1s passes
      Then the runtime has the tools "<tools>"
      When "mcp.allowed" is taken out of the <file> settings
      And 1s passes
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo"
      And server "c" was started 0 times

      Examples:
        | first | second          | file      | tools                      |
        | ["a"] | ["a", "b", "c"] | user      | mcp__a__echo, mcp__b__echo |
        | ["a"] | ["b"]           | workspace | mcp__b__echo               |
        | ["c"] | ["a", "c"]      | workspace | mcp__a__echo               |
        | ["a"] | []              | user      |                            |
        | ["b"] | []              | workspace |                            |

  @QWEN-16 @QWEN-98 @QWEN-106
  Rule: What the system's settings say counts with the next reload of the user

    Scenario Outline: <key> becomes <value>
      Given the workspace has started
      When "<key>" becomes <value> in the system settings
      And 1h passes
      Then servers were reconciled 1 time
      When the user reloads the servers
      Then the last pass did "<did>"
      When "<gone>" is taken out of the system settings
      And the user reloads the servers
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__c__echo"

      Examples:
        | key          | value                             | gone         | did                |
        | mcp.allowed  | ["a"]                             | mcp.allowed  | removed b, c; kept 1 |
        | mcp.allowed  | []                                | mcp.allowed  | removed a, b, c    |
        | mcp.excluded | ["a"]                             | mcp.excluded | removed a; kept 2  |
        | mcpServers.a | {"command": "a", "args": ["-v"]}  | mcpServers   | changed a; kept 2  |

    Example: a save is not waited for
      Given the workspace has started
      When "mcp.excluded" becomes ["a"] in the user settings
      And the user reloads the servers
      Then the last pass did "removed a; kept 2"
      When 1h passes
      Then servers were reconciled 2 times
