@qwen @virtual
Feature: Decisions, orders of keys and slow listeners lose nothing
  Who has decided is not asked again, who wrote the same in another order has changed
  nothing, and who is slow is told the rest later.

  @QWEN-97
  Rule: Who was rejected leaves the queue, and comes back to it when it is edited

    Example: one of two
      Given servers "docs, mail" over stdio
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      Then the approval queue is "docs, mail"
      When the user rejects server "docs"
      Then the approval queue is "mail"
      When "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 1s passes
      Then the approval queue is "docs, mail"
      And approval was asked for 1 time

  @QWEN-31
  Rule: The order of keys means nothing, however many there are

    Example: six of a definition, six of its environment
      Given server "docs" over stdio
      And the user settings hold:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": [], "timeout": 5000, "trust": false, "description": "d", "env": {"A": "1", "B": "2", "C": "3", "D": "4", "E": "5", "F": "6"}}}}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ui": {"theme": "dark"}, "mcpServers": {"docs": {"env": {"F": "6", "E": "5", "D": "4", "C": "3", "B": "2", "A": "1"}, "description": "d", "trust": false, "timeout": 5000, "args": [], "command": "docs"}}}
        """
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-40
  Rule: What is saved while listeners are being told is told when they have been

    Example: a listener that takes ten seconds
      Given servers "docs, mail, wiki" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      And the program listens to settings and takes 10s
      When the user settings are saved with the servers "docs, mail"
      And 5s pass
      And the user settings are saved with the servers "docs, mail, wiki"
      And 1h passes
      Then changed settings were told 2 times
      And servers were reconciled 3 times
