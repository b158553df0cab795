@qwen @virtual
Feature: Who may connect does not depend on who brings a server
  Settings are one of many places that define servers. Whoever excludes a name, or says
  which names are allowed, means every server of that name.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "mail"

  @QWEN-46 @QWEN-51 @QWEN-99 @QWEN-104 @QWEN-106 @QWEN-108 @QWEN-109
  Rule: The lists hold for servers from everywhere, at the start and later, and so does the bound of the start

    @real
    Scenario Outline: <where> the server "docs", and <key> is <names>
      Given <where> the server "docs"
      And "mcp.<key>" is <names> in the user settings
      When the workspace starts
      Then server "docs" was started 0 times
      And the reason why server "docs" is unavailable is "<reason>"
      When the workspace calls tool "mcp__docs__echo"
      Then call 1 fails with a text that begins with "Tool "mcp__docs__echo" is unavailable: the MCP server "docs" is <text>"
      When "mcp" is taken out of the user settings
      And 1s passes
      Then server "docs" was started 1 time

      Examples:
        | where                           | key      | names    | reason      | text                  |
        | the default settings define     | excluded | ["docs"] | excluded    | excluded              |
        | the system settings define      | excluded | ["docs"] | excluded    | excluded              |
        | the session brings              | excluded | ["docs"] | excluded    | excluded              |
        | the option --mcp-config defines | excluded | ["docs"] | excluded    | excluded              |
        | an extension defines            | excluded | ["docs"] | excluded    | excluded              |
        | the session brings              | allowed  | ["mail"] | not_allowed | not in the allow-list |
        | the option --mcp-config defines | allowed  | ["mail"] | not_allowed | not in the allow-list |
        | an extension defines            | allowed  | []       | not_allowed | not in the allow-list |

    Scenario Outline: <event>, and <key> is <names>
      Given "mcp.<key>" is <names> in the user settings
      And the workspace has started
      When <event>
      Then server "docs" was started 0 times
      And the reason why server "docs" is unavailable is "<reason>"
      When "mcp" is taken out of the user settings
      And 1s passes
      Then server "docs" was started 1 time

      Examples:
        | event                                                          | key      | names    | reason      |
        | the program adds server "docs"                                 | excluded | ["docs"] | excluded    |
        | the program adds server "docs"                                 | allowed  | ["mail"] | not_allowed |
        | the user installs the extension "tools" with the server "docs" | excluded | ["docs"] | excluded    |
        | the user installs the extension "tools" with the server "docs" | allowed  | []       | not_allowed |

    Scenario Outline: <where> the server "docs", and the start allows "mail" alone
      Given the option --allowed-mcp-server-names is "mail"
      And <where> the server "docs"
      And the workspace has started
      When "mcp.allowed" becomes ["docs", "mail"] in the user settings
      And 1s passes
      Then servers were reconciled 1 time
      And server "docs" was started 0 times
      And server "mail" has 1 live process

      Examples:
        | where                           |
        | the system settings define      |
        | the session brings              |
        | the option --mcp-config defines |
        | an extension defines            |

  @QWEN-110 @QWEN-111
  Rule: A server that was removed is said to be so, whoever has brought it

    Example: the program removes its own
      Given the workspace has started
      When the program adds server "docs"
      And the program removes server "docs"
      Then the reason why server "docs" is unavailable is "removed"
      When the workspace calls tool "mcp__docs__echo"
      Then call 1 fails with a text that begins with "Tool "mcp__docs__echo" is unavailable: the MCP server "docs" was removed during this session"
      When the program adds server "docs"
      Then the reason why server "docs" is unavailable is ""

    Example: two, one after the other
      Given server "wiki" over stdio
      And the workspace has started
      When the program adds server "docs"
      And the program adds server "wiki"
      And the program removes server "docs"
      And the program removes server "wiki"
      Then the reason why server "docs" is unavailable is "removed"
      And the reason why server "wiki" is unavailable is "removed"

    Example: the user uninstalls an extension
      Given the workspace has started
      When the user installs the extension "tools" with the server "docs"
      And the user uninstalls the extension "tools"
      Then the reason why server "docs" is unavailable is "removed"
      And server "docs" has 0 live processes

  @QWEN-24 @QWEN-25 @QWEN-28
  Rule: Servers from everywhere are there after each change and after a reload

    Example: settings of the system, below and above those of the user
      Given servers "base, more, top" over stdio
      And the default settings define the server "base"
      And the system settings define the server "top"
      And the workspace has started
      When the user settings are saved with the servers "mail, more"
      And 300ms pass
      Then the last pass did "added more; kept 3"
      And these things happened to the servers in order, among others:
        """
        servers are "base, mail, top"
        servers are "base, mail, more, top"
        """

    Example: a reload of the user
      Given servers "wiki, chat" over stdio
      And the session brings the server "wiki"
      And the option --mcp-config defines the server "chat"
      And the workspace has started
      When the user reloads the servers
      Then the last pass did "kept 3"
