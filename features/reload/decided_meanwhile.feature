@qwen @virtual
Feature: Decisions meet passes that are under way, and each other
  People decide while servers are slow, and about one server after the other. What was
  decided is known by name and definition, and holds until one of them is another.

  Background:
    Given servers "docs, mail, wiki" over stdio

  @QWEN-09 @QWEN-72 @QWEN-73 @QWEN-75 @QWEN-80
  Rule: Edits during a pass ask once, after it, about whoever waits then

    Example: an approved and a rejected one are edited, one after the other
      Given server "docs" answers "tools/list" after 10s
      And the user settings define the server "docs"
      And server "wiki" was approved before
      And server "mail" was rejected before
      And the workspace settings define the servers "wiki, mail"
      And the workspace has started
      When the clock reaches 1s
      And "mcpServers.wiki.args" becomes ["-v"] in the workspace settings
      And the clock reaches 2s
      And "mcpServers.mail.args" becomes ["-v"] in the workspace settings
      And 1h passes
      Then these things happened to the servers in order, among others:
        """
        pass ended
        pass
        pass ended
        approval of "mail, wiki"
        """

    Example: they ask once
      Given server "docs" answers "tools/list" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When the clock reaches 1s
      And the workspace settings are saved with the server "mail"
      And the clock reaches 2s
      And the workspace settings are saved with the server "wiki"
      And the clock reaches 9s
      Then approval was asked for 0 times
      When 1h passes
      Then approval was asked for 1 time
      And the approval queue is "wiki"

    Example: who is edited to and fro is not named
      Given server "docs" answers "tools/list" after 10s
      And the user settings define the server "docs"
      And server "mail" was rejected before
      And the workspace settings define the server "mail"
      And the workspace has started
      When the clock reaches 1s
      And "mcpServers.mail.args" becomes ["-v"] in the workspace settings
      And the clock reaches 2s
      And the workspace settings are saved with the servers "mail, wiki"
      And 1h passes
      Then the approval queue is "wiki"

  @QWEN-84 @QWEN-88 @QWEN-89
  Rule: Several decisions hold side by side, after a restart and after all of them were away

    Example: approved, rejected, approved
      Given the workspace settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the user approves server "docs"
      And the user rejects server "mail"
      And the user approves server "wiki"
      And the workspace settings are removed
      And 1s passes
      And the workspace settings are saved with the servers "docs, mail, wiki"
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__wiki__echo"
      And approval was asked for 0 times
      And server "mail" was started 0 times

    Example: and a restart
      Given the workspace settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the user rejects server "docs"
      And the user approves server "mail"
      And the user rejects server "wiki"
      And the workspace is closed and another one starts
      Then the runtime has the tools "mcp__mail__echo"
      And the approval queue is ""
      And approval was asked for 0 times
      And server "docs" was started 0 times
      And server "wiki" was started 0 times

  @QWEN-73
  Rule: About several servers of one change the program is told once the pass is over

    Example: two in one save
      Given the workspace has started
      When the counts start anew
      And the workspace settings are saved with the servers "docs, mail"
      And 1s passes
      Then these things happened to the servers in order, among others:
        """
        pass ended
        approval of "docs, mail"
        """
      And approval was asked for 1 time

  @QWEN-70 @QWEN-81
  Rule: A decision is about one name, however alike another one is defined

    Scenario Outline: "docs" was <decided>
      Given server "docs" was <decided> before
      And the workspace settings hold:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "copy": {"command": "docs"}}}
        """
      And the workspace has started
      Then the approval queue is "copy"
      And server "docs" was started <times>
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then approval was asked for 0 times
      And the approval queue is "copy"

      Examples:
        | decided  | times   |
        | approved | 1 time  |
        | rejected | 0 times |

  @QWEN-66
  Rule: A pooled server that waits after an edit has no connection, neither the old one nor another

    Example: before and after it is approved
      Given the pool is on
      And server "mail" was approved before
      And the workspace settings define the server "mail"
      And the workspace has started
      When the counts start anew
      And "mcpServers.mail.args" becomes ["-v"] in the workspace settings
      And 1s passes
      Then these things happened in the pool in order:
        """
        mail released
        """
      When the user approves server "mail"
      Then server "mail" is connected
