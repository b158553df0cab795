@qwen @virtual
Feature: What is told of a save depends on what it says, not on how it came
  Lists get shorter, files come and go, and the program writes while somebody edits.
  Who listens hears of every change once, and of nothing else.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"

  @QWEN-20 @real
  Rule: Excluded names are told once, whatever becomes of the list

    Scenario Outline: <before>, and then <change> the <file> settings
      Given "mcp.excluded" is <before> in the <file> settings
      And the workspace has started
      When <change> the <file> settings
      And 1h passes
      Then these settings changes were told:
        | scope  | change   | keys         |
        | <file> | modified | mcp.excluded |
      And changed settings were told 1 time
      And servers were reconciled 2 times

      Examples:
        | before           | change                                     | file      |
        | ["docs"]         | "mcp.excluded" becomes ["docs", "mail"] in | user      |
        | ["docs", "mail"] | "mcp.excluded" becomes ["docs"] in         | user      |
        | ["docs", "mail"] | "mcp.excluded" becomes ["mail"] in         | workspace |
        | ["docs"]         | "mcp.excluded" becomes [] in               | workspace |
        | ["docs"]         | "mcp.excluded" is taken out of             | user      |

  @QWEN-17
  Rule: The key above the lists is told to nobody by itself

    Example: it comes and goes, and holds nothing
      Given the workspace has started
      When "mcp" becomes {} in the user settings
      And 1s passes
      And "mcp" is taken out of the user settings
      And 1s passes
      And "mcp" becomes {"serverCommand": "other"} in the user settings
      And 1s passes
      And "mcp" becomes {} in the user settings
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

  @QWEN-15 @real
  Rule: A file that comes or goes with settings of both kinds is told

    Scenario Outline: <keys>
      Given the workspace has started
      When the workspace settings are saved with:
        """json
        {"ide": {"enabled": true}, "mcp": {"serverCommand": "other", <hot>}, "tools": {"sandbox": "docker"}}
        """
      And 1s passes
      And the workspace settings are removed
      And 1s passes
      Then these settings changes were told:
        | scope     | change  | keys                                               |
        | workspace | created | ide.enabled <keys> tools.sandbox |
        | workspace | deleted | ide.enabled <keys> tools.sandbox |
      And changed settings were told 2 times

      Examples:
        | hot                  | keys                           |
        | "excluded": ["docs"] | mcp.excluded mcp.serverCommand |
        | "allowed": ["docs"]  | mcp.allowed mcp.serverCommand  |

  @QWEN-22 @real
  Rule: A key that nobody knows is told, and so is a file without servers

    Example: it comes, changes and goes
      Given the workspace has started
      When the workspace settings are saved with:
        """json
        {"skills": {"path": "here"}}
        """
      And 1s passes
      And "skills.path" becomes "there" in the workspace settings
      And 1s passes
      And the workspace settings are removed
      And 1s passes
      Then these settings changes were told:
        | scope     | change   | keys        |
        | workspace | created  | skills.path |
        | workspace | modified | skills.path |
        | workspace | deleted  | skills.path |
      And changed settings were told 3 times
      And servers were reconciled 1 time

  @QWEN-13
  Rule: What somebody else saves beside the program is told, and only that

    Example: just before, and just after
      Given the workspace has started
      When "ui.theme" becomes "dark" in the user settings
      And the program sets "mcp.excluded" to ["wiki"] in the user settings
      And 1s passes
      And the program sets "mcp.allowed" to ["docs"] in the user settings
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then these settings changes were told:
        | scope | change   | keys                 |
        | user  | modified | ui.theme             |
        | user  | modified | mcpServers.docs.args |

    Example: the program writes several times, and takes out what it wrote
      Given the workspace has started
      When the program sets "mcp.excluded" to ["docs"] in the user settings
      And the program sets "mcp.allowed" to ["docs"] in the user settings
      And 1s passes
      And the program sets "mcp.excluded" to ["docs", "mail"] in the user settings
      And 1s passes
      And the program sets "mcp.excluded" to null in the user settings
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time
