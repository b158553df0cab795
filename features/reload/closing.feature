@qwen @virtual
Feature: A workspace that is closed is over
  Whoever closes a workspace counts on nothing of it being left, and on no late
  command that brings a server back.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"

  @X-QWEN-10
  Rule: After it was closed a workspace connects no server, and says so

    Scenario Outline: <command>
      Given the workspace has started
      When workspace 1 is closed
      And <command>
      Then the workspace's command fails with "reconciling has ended"
      And server "docs" has 0 live processes
      And server "mail" was started 0 times
      And no timer is pending

      Examples:
        | command                                                        |
        | the user reloads the servers                                   |
        | the program adds server "mail"                                 |
        | the program replaces the servers of the settings by "mail"     |
        | the user installs the extension "tools" with the server "mail" |
        | the user uninstalls the extension "tools"                      |
        | the program removes server "docs"                              |
        | the user approves server "docs"                                |

    Example: settings are edited, and it is closed again
      Given the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And workspace 1 is closed
      And workspace 1 is closed
      Then no timer is pending
      When 1h passes
      And "mcp.excluded" becomes ["docs"] in the user settings
      And 1h passes
      Then changed settings were told 0 times
      And server "docs" has 0 live processes
      And server "mail" was started 0 times
      And no timer is pending

    Example: settings are edited twice while the program's listener is at work
      Given the workspace has started
      And the program listens to settings and takes 10s
      When the user settings are saved with the servers "docs, mail"
      And 1s passes
      And the user settings are saved with the server "mail"
      And 1s passes
      And workspace 1 is closed
      And 1h passes
      Then changed settings were told 1 time

    Example: during a pass
      Given server "mail" answers "initialize" after 10s
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And 1s passes
      Then servers were reconciled 2 times
      When workspace 1 is closed
      Then server "docs" has 0 live processes
      And server "mail" has 0 live processes
      And the log has 0 records with "Failed to reload MCP server settings"
      And no timer is pending

    Example: during a pass that the user waits for
      Given server "mail" answers "initialize" after 10s
      And the workspace has started
      When the program adds server "mail"
      And 1s passes
      Then the workspace's command is pending
      When workspace 1 is closed
      Then the workspace's command fails with "reconciling has ended"
      And server "mail" has 0 live processes

    Example: it was closed before it was started
      Given a workspace that has not started
      When workspace 1 is closed
      And the workspace starts
      And 1h passes
      Then server "docs" was started 0 times
      And servers were reconciled 0 times

  @X-QWEN-11
  Rule: A settings file in which a key is not what it must be changes nothing, and is reported with its place

    Scenario Outline: <text>
      Given the workspace has started
      When the user settings are saved with:
        """
        <text>
        """
      And 1h passes
      Then the user settings were reported broken at <place>
      And changed settings were told 0 times
      And server "docs" is connected
      And servers were reconciled 1 time

      Examples:
        | text                                                               | place |
        | {"mcpServers": ["docs"]}                                           | 1:16  |
        | {"mcpServers": {"mail": {"command": "mail"}}, "mcp": 7}            | 1:54  |
        | {"mcpServers": {}, "mcp": {"allowed": "docs"}}                     | 1:39  |
        | {"mcpServers": {}, "mcp": {"excluded": {"docs": true}}}            | 1:40  |
        | {"mcpServers": {}, "mcp": {"excluded": ["docs", 7]}}               | 1:49  |

  @X-QWEN-12
  Rule: A tool is called through the workspace, and a name that no server can have gets no advice about servers

    Example: a tool that is there
      Given the workspace has started
      When the workspace calls tool "mcp__docs__echo"
      Then server "docs" received "tools/call" 1 time

    Example: a name that belongs to no server
      Given the workspace has started
      When the workspace calls tool "read"
      Then call 1 fails with "no tool named "read""
