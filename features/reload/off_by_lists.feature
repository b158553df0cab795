@qwen @virtual
Feature: A server that a list keeps off is off for that reason, and for no other
  Lists change before each pass. What they keep off is configured all the while, and what
  is said of it, and of the lists, is what was set.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-110
  Rule: Whoever a list keeps off was not removed, whichever list it is

    Scenario Outline: <reason>
      Given server "docs" was approved before
      And the user settings define the server "mail"
      And the workspace settings define the server "docs"
      And the workspace has started
      When <change>
      And 1s passes
      And the user reloads the servers
      And the program adds server "mail"
      Then the reason why server "docs" is unavailable is "<reason>"
      And these servers are missing:
        | name | reason   |
        | docs | <reason> |

      Examples:
        | reason           | change                                                          |
        | not_allowed      | "mcp.allowed" becomes ["mail"] in the user settings             |
        | excluded         | "mcp.excluded" becomes ["docs"] in the user settings            |
        | pending_approval | "mcpServers.docs.args" becomes ["-v"] in the workspace settings |

  @QWEN-111
  Rule: Whoever is not allowed is told to be added to the allowed ones, whatever else is set

    Scenario Outline: <given>
      Given the user settings define the servers "docs, mail"
      And <given>
      And the workspace has started
      When <change> in the user settings
      And 1s passes
      And the workspace calls tool "mcp__docs__echo"
      Then call 1 fails with "Tool "mcp__docs__echo" is unavailable: the MCP server "docs" is not in the allow-list (mcp.allowed / --allowed-mcp-server-names), so its tools are not loaded. Add it to mcp.allowed to use this tool."

      Examples:
        | given                                           | change                         |
        | the option --allowed-mcp-server-names is "mail" | "mcp.allowed" becomes ["docs"] |
        | the option --allowed-mcp-server-names is ""     | "ui.theme" becomes "dark"      |
        | "mcp.excluded" is ["mail"] in the user settings | "mcp.allowed" becomes ["mail"] |
        | "mcp.excluded" is ["docs"] in the user settings | "mcp.allowed" becomes ["mail"] |

  @QWEN-99 @QWEN-101
  Rule: A reload keeps within the names of the start, whether or not there is a list in the settings

    Scenario Outline: <given>
      Given the option --allowed-mcp-server-names is "mail"
      And the user settings define the servers "docs, mail"
      And <given>
      And the workspace has started
      When the user reloads the servers
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      And the user reloads the servers
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" was started 0 times

      Examples:
        | given                                                  |
        | "mcp.allowed" is ["docs", "mail"] in the user settings |
        | the workspace is trusted                               |

  @QWEN-113
  Rule: What the runtime says of a list tells none from an empty one

    Example: a list of excluded names comes, is empty, and goes
      Given the workspace has started
      When "mcp" becomes {"excluded": [], "allowed": []} in the user settings
      And the user reloads the servers
      Then the runtime has these lists and servers of the settings:
        | what     | names |
        | allowed  |       |
        | excluded |       |
        | pending  |       |
        | servers  |       |
      When "mcp" is taken out of the user settings
      And the user reloads the servers
      Then the runtime has these lists and servers of the settings:
        | what     | names  |
        | allowed  | absent |
        | excluded | absent |
        | pending  |        |
        | servers  |        |

  @QWEN-69
  Rule: Only what comes with a project is asked about, and needs no approval from elsewhere

    Scenario Outline: <where>
      Given <where> the servers "docs, mail"
      And server "mail" cannot be started
      And the workspace has started
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      And the user reloads the servers
      Then the approval queue is ""
      And approval was asked for 0 times
      And server "docs" was started 1 time
      And the view of servers shows:
        | name | text         | style |
        | docs | connected    | good  |
        | mail | disconnected | bad   |

      Examples:
        | where                           |
        | the user settings define        |
        | the system settings define      |
        | the default settings define     |
        | the session brings              |
        | the option --mcp-config defines |
        | an extension defines            |

    Example: an extension that is installed
      Given the workspace has started
      When the user installs the extension "tools" with the server "docs"
      And the user reloads the servers
      Then the approval queue is ""
      And server "docs" is connected
      And the view of servers shows:
        | name | text      | style |
        | docs | connected | good  |
