@qwen @virtual
Feature: A change of settings that concerns servers is acted upon, and no other
  Settings hold more than servers. What is compared is what the runtime has with
  what all sources say now: which servers there are, and who may connect.

  @QWEN-27
  Rule: A change that concerns neither servers nor lists sets nothing and reconciles nothing

    Example: a theme
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "ui.theme" becomes "dark" in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And these things happened to the servers in order:
        """
        """

    Example: servers of languages
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And the file ".lsp.json" is saved with:
        """
        {"go": {"command": "gopls"}}
        """
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 0 times

  @QWEN-29
  Rule: A change of nothing but the lists is reconciled

    Scenario Outline: <key>
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "<key>" becomes ["docs"] in the user settings
      And 300ms pass
      Then servers were reconciled 2 times
      And the last pass did "removed <gone>; kept 1"

      Examples:
        | key          | gone |
        | mcp.excluded | docs |
        | mcp.allowed  | mail |

    Example: another process has rejected a server of the project, and then a theme changes
      Given servers "docs, mail" over stdio
      And servers "docs, mail" were approved before
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      And server "docs" was rejected before
      When "ui.theme" becomes "dark" in the user settings
      And 300ms pass
      Then servers were reconciled 2 times
      And the last pass did "removed docs; kept 1"

    Example: another process has approved a server of the project, and then a theme changes
      Given servers "docs, mail" over stdio
      And server "mail" was approved before
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      And server "docs" was approved before
      When "ui.theme" becomes "dark" in the user settings
      And 300ms pass
      Then servers were reconciled 2 times
      And the last pass did "added docs; kept 1"

  @QWEN-35
  Rule: Pending servers in another order are no change

    Example: two that wait for approval change places
      Given servers "docs, mail" over stdio
      And the workspace settings hold:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      And the workspace has started
      When the workspace settings are saved with:
        """json
        {"mcpServers": {"mail": {"command": "mail"}, "docs": {"command": "docs"}}, "ui": {"theme": "dark"}}
        """
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-35
  Rule: A list with another name is another list, however many names it has

    Scenario Outline: <key> was <before> and is <after>
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "<key>" is <before> in the user settings
      And the workspace has started
      When "<key>" becomes <after> in the user settings
      And 300ms pass
      Then the last pass did "removed <gone>; added <new>"

      Examples:
        | key          | before   | after    | gone | new  |
        | mcp.allowed  | ["docs"] | ["mail"] | docs | mail |
        | mcp.excluded | ["docs"] | ["mail"] | mail | docs |

    Example: another process has approved the pending one and rejected the other
      Given servers "docs, mail" over stdio
      And server "docs" was approved before
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      And server "docs" was rejected before
      And server "mail" was approved before
      When "ui.theme" becomes "dark" in the user settings
      And 300ms pass
      Then the last pass did "removed docs; added mail"

  @X-QWEN-13
  Rule: Where a definition is from is not for the definition to say

    Example: one that claims to be of the project, or of an extension
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.scope" becomes "project" in the user settings
      And "mcpServers.docs.extensionName" becomes "tools" in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time
      And the approval queue is ""
      And the detail of server "docs" shows:
        | what   | value         |
        | source | user settings |
