@qwen @virtual
Feature: The second time is like the first, and the last one, too
  Sessions last for days. What is edited again, comes back or goes for good is no
  exception to anything.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-40
  Rule: The second and the third change are told as quickly as the first

    Scenario Outline: <file> settings
      Given the user settings define the server "docs"
      And the workspace has started
      When "mcp.excluded" becomes ["x"] in the user settings
      And 301ms pass
      And "mcp.excluded" becomes ["y"] in the <file> settings
      And 300ms pass
      Then servers were reconciled 3 times
      When "mcp.excluded" becomes ["x"] in the user settings
      And "mcp.excluded" becomes ["z"] in the <file> settings
      And 300ms pass
      Then servers were reconciled 4 times
      And changed settings were told 3 times

      Examples:
        | file      |
        | user      |
        | workspace |

  @QWEN-58 @QWEN-47
  Rule: A server that comes back connects again over whatever, however it went

    Scenario Outline: over <transport>, and the way is <way>
      Given server "wiki" over <transport>
      And the user settings define the servers "docs, wiki"
      And the workspace has started
      When <goes>
      And 1h passes
      Then the runtime has the tools "mcp__docs__echo"
      When <comes>
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__wiki__echo"
      And the last pass did "added wiki; kept 1"
      And server "wiki" received "initialize" 2 times

      Examples:
        | transport | way      | goes                                                 | comes                                                     |
        | ws        | settings | the user settings are saved with the server "docs"   | the user settings are saved with the servers "docs, wiki" |
        | http      | settings | the user settings are saved with the server "docs"   | the user settings are saved with the servers "docs, wiki" |
        | ws        | a list   | "mcp.excluded" becomes ["wiki"] in the user settings | "mcp.excluded" is taken out of the user settings          |
        | http      | a list   | "mcp.excluded" becomes ["wiki"] in the user settings | "mcp.excluded" is taken out of the user settings          |
        | ws        | the user | the user stops server "wiki"                         | the user reloads the servers                              |
        | http      | the user | the user stops server "wiki"                         | the user reloads the servers                              |
        | stdio     | the user | the user stops server "wiki"                         | "mcpServers.wiki.description" becomes "x" in the user settings |

  @QWEN-16 @QWEN-20 @QWEN-22
  Rule: A file with nothing but a list counts when it comes and when it goes

    Scenario Outline: <key> in the workspace settings
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When "<key>" becomes ["docs"] in the workspace settings
      And 300ms pass
      Then the last pass did "removed <off>; kept 1"
      And changed settings were told 1 time
      When the workspace settings are removed
      And 300ms pass
      Then the last pass did "added <off>; kept 1"
      And changed settings were told 2 times

      Examples:
        | key          | off  |
        | mcp.excluded | docs |
        | mcp.allowed  | mail |

  @QWEN-20
  Rule: Of excluded names each listener is told once, however many there are

    Example: the second and the third one
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      And the program listens to settings
      And the program listens to settings
      When "mcp.excluded" becomes ["docs"] in the user settings
      And 1h passes
      Then the program was told of these settings:
        | at    | scope | change   | path                           |
        | 300ms | user  | modified | /home/user/.qwen/settings.json |
        | 300ms | user  | modified | /home/user/.qwen/settings.json |

  @QWEN-79 @QWEN-88
  Rule: The last server goes, and nobody is asked about anything

    Scenario Outline: it is defined in the <file> settings
      Given server "docs" was approved before
      And the <file> settings define the server "docs"
      And the workspace has started
      When the <file> settings are removed
      And 1s passes
      Then the last pass did "removed docs"
      And approval was asked for 0 times
      When the <file> settings are saved with the server "docs"
      And 1s passes
      Then the last pass did "added docs"
      And approval was asked for 0 times

      Examples:
        | file      |
        | user      |
        | workspace |

  @QWEN-98
  Rule: An extension widens no bound, and neither does a server that it brings again

    Example: installed, another version, and a reload
      Given the option --allowed-mcp-server-names is "docs"
      And the user settings define the server "docs"
      And the workspace has started
      When the user installs the extension "tools" with the server "mail"
      And the user installs the extension "tools" with the servers "mail, docs"
      And "mcp.allowed" becomes ["docs", "mail"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then the runtime has the tools "mcp__docs__echo"
      And server "mail" was started 0 times

  @QWEN-112
  Rule: Where there is no server at all, a tool is not found in the same words

    Example: none was ever configured
      Given the workspace has started
      When the workspace calls tool "mcp__docs__echo"
      And the workspace calls tool "shell"
      Then call 1 fails with "Tool "mcp__docs__echo" not found: no MCP server providing it is currently configured. If you recently removed or renamed an MCP server, its tools are no longer available."
      And call 2 fails with "no tool named "shell""
