@qwen @virtual
Feature: Lists, servers and pass come in one order, whoever asks
  A pass looks at lists and servers as they were set last. Were they set in another
  order, or after it, a server could connect that nobody wants.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"

  @QWEN-10 @QWEN-30 @QWEN-44
  Rule: All of it is set before the pass, also what has not changed

    Scenario Outline: <change>
      Given the workspace has started
      When the counts start anew
      And <change>
      And 300ms pass
      Then these things happened to the servers in order, among others:
        """
        excluded is <excluded>
        allowed is absent
        pending is empty
        servers are "<servers>"
        pass
        """

      Examples:
        | change                                                     | excluded | servers    |
        | the user settings are saved with the servers "docs, mail"  | absent   | docs, mail |
        | "mcp.excluded" becomes ["docs"] in the user settings       | "docs"   | docs       |
        | "mcpServers.docs.args" becomes ["-v"] in the user settings | absent   | docs       |
        | the user reloads the servers                               | absent   | docs       |

    Example: the program is told of one that waits once, when the pass is over
      Given the workspace has started
      When the workspace settings are saved with the server "mail"
      And 300ms pass
      Then the program was told 2 times that servers may wait for a decision

    Example: a reload finds a server more, and one of the project that waits
      Given the workspace has started
      When the counts start anew
      And the system settings are saved with the server "mail"
      And the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"wiki": {"command": "mail"}}}
        """
      And the user reloads the servers
      Then these things happened to the servers in order, among others:
        """
        pending is "wiki"
        servers are "docs, wiki, mail"
        pass
        mail connecting
        """
      And the last pass did "added mail; kept 1"
      And server "mail" was started 1 time

    Example: the program adds a server, and takes it back
      Given the workspace has started
      When the program adds server "mail"
      Then the last pass did "added mail; kept 1"
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      When the program removes server "mail"
      Then the last pass did "removed mail; kept 1"
      And the runtime has the tools "mcp__docs__echo"

  @QWEN-38 @QWEN-39
  Rule: A reload during a pass sees what only a reload sees

    Example: the system's settings exclude a server while another one is slow
      Given server "docs" answers "tools/list" after 10s
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the clock reaches 1s
      And "mcp.excluded" becomes ["mail"] in the system settings
      And the user reloads the servers
      And the clock reaches 9s
      Then the workspace's command is pending
      When 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And the last pass did "removed mail; kept 1"

  @QWEN-51
  Rule: A server that is edited and excluded in one save is off, and its new definition is not tried

    Scenario Outline: with the pool <pool>
      Given the pool is <pool>
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And "mcp.excluded" becomes ["docs"] in the user settings
      And 1s passes
      Then the last pass did "removed docs"
      And the runtime has the tools ""
      And server "docs" was started 1 time
      And server "docs" is disconnected

      Examples:
        | pool |
        | off  |
        | on   |
