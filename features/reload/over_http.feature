@qwen @virtual
Feature: A server over HTTP or WebSocket is replaced as a process is
  There is no process to end, and the old connection may be slow to close. Whoever
  edits a header sees the same as whoever edits an argument.

  Background:
    Given servers "docs, wiki" over http
    And server "mail" over ws
    And server "docs" offers the tools "read, write"
    And server "docs" offers the prompts "review"

  @QWEN-55 @QWEN-56
  Rule: What it offered is gone before it connects anew, and stays gone if it is not offered any more

    Example: it is slow to initialize, and a tool has another name then
      Given the user settings define the servers "docs, wiki"
      And the workspace has started
      And server "docs" answers "initialize" after 3s
      When server "docs" changes its tools to "read, print"
      And server "docs" changes its prompts to "draft"
      And "mcpServers.docs.headers" becomes {"X-Key": "1"} in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__wiki__echo"
      And the runtime has the prompts "" of server "docs"
      When 20s pass
      Then the runtime has the tools "mcp__docs__print, mcp__docs__read, mcp__wiki__echo"
      And the runtime has the prompts "draft" of server "docs"

  @QWEN-57
  Rule: Nothing of it is left if it does not connect any more

    Scenario Outline: <servers> in the settings, and <method> fails
      Given the user settings define the servers "<servers>"
      And the workspace has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{error: {code: -32000, message: not any more}}]}
        """
      When "mcpServers.docs.headers" becomes {"X-Key": "1"} in the user settings
      And 1h passes
      Then the runtime has the tools "<tools>"
      And the runtime has the prompts "" of server "docs"
      And server "docs" is disconnected

      Examples:
        | servers    | method     | tools           |
        | docs       | initialize |                 |
        | docs, wiki | initialize | mcp__wiki__echo |
        | docs       | tools/list |                 |
        | docs, wiki | tools/list | mcp__wiki__echo |

  @QWEN-57
  Rule: Nothing of the only server is left if its process does not start any more

    Example: one server
      Given server "chat" over stdio
      And server "chat" offers the prompts "draft"
      And the user settings define the server "chat"
      And the workspace has started
      And server "chat" cannot be started
      When "mcpServers.chat.args" becomes ["-v"] in the user settings
      And 1s passes
      Then the runtime has the tools ""
      And the runtime has the prompts "" of server "chat"

  @QWEN-50
  Rule: A server that nobody edits keeps its connection, over whatever, however it is written and wherever

    Scenario Outline: <change>
      Given server "chat" over stdio
      And the user settings define the servers "docs, mail, wiki, chat"
      And the workspace has started
      When <change>
      And 1s passes
      And the user reloads the servers
      Then the last pass did "kept 4"
      And server "docs" received "initialize" 1 time
      And server "mail" received "initialize" 1 time
      And server "wiki" received "initialize" 1 time
      And server "chat" was started 1 time

      Examples:
        | change                                                                      |
        | "mcpServers.docs.description" becomes "mine" in the user settings           |
        | "mcpServers.docs.trust" becomes true in the user settings                   |
        | "mcpServers.mail.includeTools" becomes ["echo"] in the user settings        |
        | "mcpServers.mail.description" becomes "mine" in the user settings           |
        | "mcpServers.chat.description" becomes "mine" in the user settings           |
        | the system settings are saved with the servers "docs, chat"                 |
        | "mcp.excluded" becomes ["no-such-server"] in the user settings              |
        | "mcp.allowed" becomes ["docs", "mail", "wiki", "chat"] in the user settings |

  @QWEN-47
  Rule: A server that is off is tried again in each pass, over whatever and beside whom

    Example: three that failed, and one that is added
      Given server "chat" over stdio
      And the user settings define the servers "docs, mail, chat"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And server "mail" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And the workspace has started
      Then the runtime has the tools "mcp__chat__echo"
      When the user settings are saved with the servers "docs, mail, chat, wiki"
      And 1s passes
      Then the last pass did "retried docs, mail; added wiki; kept 1"
      And server "docs" is connected
      And server "mail" is connected
