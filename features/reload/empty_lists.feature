@qwen @virtual
Feature: What means the same is the same, also if it means nothing
  Programs write settings files anew, with other white space and with lists that are empty.

  @QWEN-12
  Rule: A file that is rewritten with the same meaning is told to nobody, also one with empty lists

    Example: lists and objects with nothing in them
      Given server "docs" over stdio
      And the user settings hold:
        """
        {"mcpServers": {"docs": {"command": "docs", "args": [], "env": {}}}, "mcp": {"excluded": []}, "ui": {"theme": null}}
        """
      And the workspace has started
      When the user settings are saved with:
        """
        {
          "ui": {"theme": null}, "mcp": {"excluded": [ ]}, // as before
          "mcpServers": {"docs": {"env": { }, "args": [], "command": "docs"}}
        }
        """
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time
