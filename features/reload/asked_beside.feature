@qwen @virtual
Feature: Who is asked about one server is not asked about the others
  Several servers of a project may be undecided, decided and edited at once. Each is
  asked about for itself, and a decision made elsewhere counts.

  Background:
    Given servers "docs, mail, wiki" over stdio

  @QWEN-81 @QWEN-82 @QWEN-76 @real
  Rule: Where one server waits, those that were decided about are not asked about

    Scenario Outline: <where>
      Given server "docs" was approved before
      And server "mail" was rejected before
      And <where> the servers "docs, mail, wiki"
      And the workspace has started
      Then the approval queue is "wiki"
      When the counts start anew
      And "mcp.excluded" becomes ["no-such-server"] in the user settings
      And 1s passes
      Then the approval queue is "wiki"
      And these things happened to the servers in order, among others:
        """
        pass ended
        approval of "wiki"
        """
      And server "docs" is connected

      Examples:
        | where                         |
        | the workspace settings define |
        | the project brings            |

    Example: a server more waits after a rejection
      Given the workspace settings define the servers "docs, mail"
      And the workspace has started
      When the user rejects server "docs"
      And the user approves server "mail"
      And the counts start anew
      And the workspace settings are saved with the servers "docs, mail, wiki"
      And 1s passes
      Then the approval queue is "wiki"
      And these things happened to the servers in order, among others:
        """
        approval of "wiki"
        """
      And server "docs" was started 0 times

  @QWEN-76 @QWEN-75
  Rule: The queue is what is undecided now, whoever has decided

    Example: another process decides about two of three
      Given the workspace settings define the servers "docs, mail"
      And the workspace has started
      Then the approval queue is "docs, mail"
      Given server "docs" was approved before
      And server "mail" was rejected before
      When the workspace settings are saved with the servers "docs, mail, wiki"
      And 1s passes
      Then the approval queue is "wiki"
      And server "docs" is connected

    Scenario Outline: whoever is <decided> leaves the queue at once
      Given the workspace settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the user <decides> server "docs"
      Then the approval queue is "mail, wiki"
      When the user <decides> server "wiki"
      Then the approval queue is "mail"
      And approval was asked for 0 times

      Examples:
        | decides  | decided  |
        | approves | approved |
        | rejects  | rejected |

  @QWEN-75 @QWEN-09 @QWEN-78
  Rule: The queue is computed anew however a server comes to wait, and the program is told

    Example: one takes the place of another one
      Given the workspace settings define the server "docs"
      And the workspace has started
      Then the program was told 1 time that servers may wait for a decision
      When the workspace settings are saved with the server "mail"
      And 1s passes
      Then the approval queue is "mail"
      And the program was told 2 times that servers may wait for a decision

    Example: nobody waits any more
      Given the workspace settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs" is taken out of the workspace settings
      And the user reloads the servers
      Then the approval queue is ""

    Example: .mcp.json brings it, and the user reloads
      Given the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the user reloads the servers
      Then the approval queue is "docs"
      And the program was told 2 times that servers may wait for a decision

    Example: the pass fails in which it comes
      Given the user settings define the server "mail"
      And the workspace has started
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When nobody can say whether the workspace is trusted
      And "mcpServers.mail.description" becomes "x" in the user settings
      And 1s passes
      Then approval was asked for 1 time

    Example: .mcp.json brings it, and settings change
      Given the user settings define the server "mail"
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then approval was asked for 1 time
      And the approval queue is "docs"
      And the view of servers shows:
        | name | text           | style   |
        | mail | connected      | good    |
        | docs | needs approval | warning |

    Scenario Outline: a list lets it in: <key> was <before>
      Given <where> the server "docs"
      And "<key>" is <before> in the user settings
      And the workspace has started
      Then the approval queue is ""
      When "<key>" becomes <after> in the user settings
      And 1s passes
      Then approval was asked for 1 time
      And the approval queue is "docs"
      And server "docs" was started 0 times

      Examples:
        | where                         | key          | before   | after    |
        | the workspace settings define | mcp.excluded | ["docs"] | []       |
        | the workspace settings define | mcp.allowed  | ["mail"] | ["docs"] |
        | the project brings            | mcp.excluded | ["docs"] | []       |
        | the project brings            | mcp.allowed  | []       | ["docs"] |
