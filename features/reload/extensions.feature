@qwen @virtual
Feature: Extensions bring servers while the session runs
  Whoever installs an extension wants its servers now, and no restart. What it
  brings is below the settings of the user, and goes when it goes.

  Background:
    Given servers "docs, mail, wiki, chat" over stdio
    And the user settings define the server "docs"

  @X-QWEN-02
  Rule: An extension that is installed, updated or removed while the session runs changes its own servers and no other

    Example: installed, another version, removed
      Given the workspace has started
      When the user installs the extension "tools" with the servers "mail, wiki"
      Then the workspace's command succeeds
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo"
      And the approval queue is ""
      When the user installs the extension "tools" with the servers "wiki, chat"
      Then the last pass did "removed mail; added chat; kept 2"
      And the reason why server "mail" is unavailable is "removed"
      When the user uninstalls the extension "tools"
      Then the last pass did "removed wiki, chat; kept 1"
      And server "docs" was started 1 time
      And server "wiki" was started 1 time

    Example: the servers of another extension, of the settings and of the program stay
      Given an extension defines the server "wiki"
      And the workspace has started
      When the program adds server "chat"
      And the user installs the extension "tools" with the server "mail"
      And the user uninstalls the extension "tools"
      And the user uninstalls the extension "no-such-extension"
      Then the workspace's command succeeds
      And the last pass did "kept 3"
      And the runtime has the tools "mcp__chat__echo, mcp__docs__echo, mcp__wiki__echo"

    Example: its servers outlive changes of settings, and are restored by none once it is gone
      Given the workspace has started
      When the user installs the extension "tools" with the server "mail"
      And "mcpServers" becomes {} in the user settings
      And 1h passes
      Then the runtime has the tools "mcp__mail__echo"
      When the user uninstalls the extension "tools"
      And the user reloads the servers
      And the user settings are saved with the server "docs"
      And 1h passes
      Then the runtime has the tools "mcp__docs__echo"
      And server "mail" was started 1 time

    Example: another one whose name begins alike stays, and of one name the first one installed counts
      Given the workspace has started
      When the user installs the extension "tools" with the server "mail"
      And the user installs the extension "tools2" with the servers "wiki, mail"
      And the user installs the extension "tools" with the servers "mail, chat"
      Then the detail of server "mail" shows:
        | what   | value           |
        | source | extension tools |
      When the user uninstalls the extension "tools"
      Then the detail of server "mail" shows:
        | what   | value            |
        | source | extension tools2 |
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo"

    Example: before the start it is only noted
      Given a workspace that has not started
      When the user installs the extension "tools" with the server "mail"
      And 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 0 times
      When the workspace starts
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"

  @X-QWEN-03
  Rule: A server of an extension is below one of the same name from settings, and from an extension installed before

    Example: the settings have it, and then not any more
      Given server "docs" is defined with the arguments "given"
      And the workspace has started
      When the user installs the extension "tools" with the server "docs"
      Then the last pass did "kept 1"
      And the detail of server "docs" shows:
        | what   | value         |
        | source | user settings |
      When "mcpServers.docs.args" becomes ["saved"] in the user settings
      And 1s passes
      Then the last pass did "changed docs"
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the last pass did "changed docs"
      And the detail of server "docs" shows:
        | what   | value           |
        | source | extension tools |

    Example: of two extensions the first counts, also in another version, and the second when the first goes
      Given the workspace has started
      When the user installs the extension "first" with the server "mail"
      And the user installs the extension "second" with the servers "mail, wiki"
      Then the detail of server "mail" shows:
        | what   | value           |
        | source | extension first |
      When the user installs the extension "first" with the servers "mail, chat"
      Then the detail of server "mail" shows:
        | what   | value           |
        | source | extension first |
      When the user uninstalls the extension "first"
      Then the last pass did "removed chat; kept 3"
      And the detail of server "mail" shows:
        | what   | value            |
        | source | extension second |

  @X-QWEN-04
  Rule: A server of an extension passes every gate that other servers pass

    Scenario Outline: <gate>
      Given <gate>
      And the workspace has started
      When the user installs the extension "tools" with the servers "mail, wiki"
      Then the workspace's command succeeds
      And the runtime has the tools "<tools>"
      And server "mail" was started 0 times

      Examples:
        | gate                                             | tools                            |
        | "mcp.excluded" is ["mail"] in the user settings  | mcp__docs__echo, mcp__wiki__echo |
        | "mcp.allowed" is ["wiki"] in the user settings   | mcp__wiki__echo                  |
        | the option --allowed-mcp-server-names is "wiki"  | mcp__wiki__echo                  |
        | the workspace is not trusted                     |                                  |

    Example: a pattern of a list means servers that come later, too
      Given the switch "lists.match" is "globs"
      And "mcp.excluded" is ["m*"] in the user settings
      And "mcp.allowed" is ["m*", "w*"] in the user settings
      And the workspace has started
      When the user installs the extension "tools" with the servers "mail, wiki"
      Then the runtime has the tools "mcp__wiki__echo"
      And the reason why server "mail" is unavailable is "excluded"
      When the program adds server "chat"
      Then the reason why server "chat" is unavailable is "not_allowed"
      And server "chat" was started 0 times
