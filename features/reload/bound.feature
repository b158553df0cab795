@qwen @virtual
Feature: Settings narrow what was allowed at the start, and never widen it
  Whoever starts the program with a list of servers draws a line around what may
  run on the machine. A file that is edited later, perhaps by a program, must
  not move that line outwards.

  Background:
    Given servers "a, b, c" over stdio
    And the user settings define the servers "a, b, c"

  @QWEN-98 @QWEN-103 @real
  Rule: What was allowed at the start bounds the whole session, whatever else changes

    Example: a theme, an argument, a list that comes and goes
      Given the option --allowed-mcp-server-names is "a, b"
      And the workspace has started
      When "ui.theme" becomes "dark" in the user settings
      And "mcpServers.a.args" becomes ["-v"] in the user settings
      And 1s passes
      And "mcp.allowed" becomes ["c"] in the user settings
      And 1s passes
      Then the runtime has the tools ""
      When "mcp.allowed" is taken out of the user settings
      And 1h passes
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo"
      And server "c" was started 0 times

    Example: a server is added that nobody allowed at the start
      Given the option --allowed-mcp-server-names is "a, b"
      And "mcpServers" is {} in the user settings
      And the workspace has started
      When the user settings are saved with the servers "b, c"
      And 1h passes
      Then the runtime has the tools "mcp__b__echo"
      And server "c" was started 0 times

    Scenario Outline: "<key>" becomes <value> in the <file> settings
      Given the option --allowed-mcp-server-names is "a, b"
      And the workspace has started
      When "<key>" becomes <value> in the <file> settings
      And 1s passes
      And the user reloads the servers
      And the program adds server "c"
      Then the runtime has the tools "<tools>"
      And server "c" was started 0 times

      Examples:
        | key          | value  | file      | tools                      |
        | mcp.excluded | ["b"]  | user      | mcp__a__echo               |
        | mcp.excluded | ["b"]  | workspace | mcp__a__echo               |
        | ui.theme     | "dark" | workspace | mcp__a__echo, mcp__b__echo |

  @QWEN-99 @QWEN-100 @QWEN-101 @real
  Rule: Of servers allowed at the start those are allowed that settings allow, and all of them if settings have no list

    Scenario Outline: "<bound>" at the start, then <allowed> in settings
      Given the option --allowed-mcp-server-names is "<bound>"
      And the workspace has started
      Then the runtime has the tools "<before>"
      When "mcp.allowed" becomes <allowed> in the user settings
      And 1h passes
      Then the runtime has the tools "<after>"
      And server "a" has <a> live processes
      And server "b" has <b> live processes
      And server "c" was started 0 times

      Examples:
        | bound | allowed         | before                     | after                      | a | b |
        | a, b  | ["a", "b", "c"] | mcp__a__echo, mcp__b__echo | mcp__a__echo, mcp__b__echo | 1 | 1 |
        | a, b  | ["a"]           | mcp__a__echo, mcp__b__echo | mcp__a__echo               | 1 | 0 |
        | a, b  | ["c"]           | mcp__a__echo, mcp__b__echo |                            | 0 | 0 |
        | a, b  | []              | mcp__a__echo, mcp__b__echo |                            | 0 | 0 |
        |       | ["a"]           |                            |                            | 0 | 0 |

    Example: settings have a list at the start already
      Given the option --allowed-mcp-server-names is "a, b"
      And "mcp.allowed" is ["b", "c"] in the user settings
      When the workspace starts
      Then the runtime has the tools "mcp__b__echo"
      And server "a" was started 0 times

  @QWEN-102 @real
  Rule: Where nothing was allowed at the start, settings alone decide

    Example: fewer, others, more
      Given "mcp.allowed" is ["a"] in the user settings
      And the workspace has started
      Then the runtime has the tools "mcp__a__echo"
      When "mcp.allowed" becomes ["b", "c"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__b__echo, mcp__c__echo"
      When "mcp.allowed" becomes ["a", "b", "c"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__c__echo"

  @QWEN-104 @real
  Rule: An excluded server is off, whoever allows it

    Example: at the start, and later
      Given the option --allowed-mcp-server-names is "a, b"
      And "mcp.allowed" is ["a", "b"] in the user settings
      And "mcp.excluded" is ["a"] in the user settings
      And the workspace has started
      Then the runtime has the tools "mcp__b__echo"
      And server "a" was started 0 times
      When "mcp.excluded" becomes ["a", "b"] in the user settings
      And 1h passes
      Then the runtime has the tools ""
      And server "b" has 0 live processes

  @QWEN-105 @real
  Rule: A server that nobody has approved is off, whoever allows it

    Example: it is allowed at the start and in settings
      Given the option --allowed-mcp-server-names is "a, b, c"
      And "mcpServers" is {} in the user settings
      And "mcp.allowed" is ["a", "b"] in the user settings
      And the workspace settings define the server "a"
      And the workspace has started
      When "mcp.allowed" becomes ["a"] in the user settings
      And 1h passes
      Then servers were reconciled 2 times
      And server "a" was started 0 times
      And the approval queue is "a"

  @QWEN-106 @QWEN-107 @QWEN-108
  Rule: An empty list of allowed servers allows nobody, at the start and at once, and only no list allows everybody

    Example: at the start
      Given "mcp.allowed" is [] in the user settings
      When the workspace starts
      And 1h passes
      Then the runtime has the tools ""
      And server "a" was started 0 times
      When "mcp.allowed" is taken out of the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__c__echo"

    Example: while the session runs
      Given the workspace has started
      When "mcp.allowed" becomes [] in the user settings
      And 300ms pass
      Then the runtime has the tools ""
      And server "a" has 0 live processes
      When "mcp.allowed" is taken out of the user settings
      And "mcp.excluded" becomes ["b"] in the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__a__echo, mcp__c__echo"
      And server "b" was started 1 time
      And server "a" was started 2 times
