@qwen @virtual
Feature: Where a server was defined is known while it runs
  Whoever debugs a server looks for its definition first.

  @X-QWEN-20
  Rule: The source of a server is known from its first connect until it is removed

    Background:
      Given servers "docs, mail" over stdio
      And the user settings define the server "mail"
      And the workspace has started

    Example: added while the workspace runs, changed, and removed
      Then the source of server "docs" is unknown
      And the source of server "mail" is known
      When the user settings are saved with the servers "docs, mail"
      And 1s passes
      Then the source of server "docs" is known
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then the source of server "docs" is known
      When the user settings are saved with the server "mail"
      And 1s passes
      Then the source of server "docs" is unknown

    Scenario Outline: <scope> settings are those of the <whose>
      Given server "docs" was approved before
      When the <scope> settings are saved with the servers "docs"
      And 1s passes
      And the user approves server "docs"
      Then the source of server "docs" is a file of the <whose>

      Examples:
        | scope     | whose   |
        | user      | user    |
        | workspace | project |

    Example: a server of .mcp.json is the project's
      Given the file ".mcp.json" holds:
        """
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When the user reloads the servers
      And the user approves server "docs"
      Then the source of server "docs" is a file of the project
