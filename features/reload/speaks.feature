@qwen @virtual
Feature: What a workspace says to its servers is that of the agent it belongs to
  Servers see when they are listened to, and people how long an answer may take. Both
  belong to the agent, whatever its settings say.

  @X-WS-08
  Rule: A workspace listens to a server over HTTP once it has said that it is initialized

    Example: the first messages
      Given server "docs" over http
      And the user settings define the server "docs"
      When the workspace starts
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        GET
        tools/list
        """
      And the request ids that server "docs" saw are "1, 2"

  @X-WS-09
  Rule: The protocol that is spoken tells connections apart

    Scenario Outline: era <era>
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs"<era>} in the user settings
      When the workspace starts
      Then the connection of server "docs" is known as "<id>"

      Examples:
        | era              | id |
        |                  | docs::30dc60fa39d887f0 |
        | , "era": "auto"  | docs::4b6cffb64afe639f |
        | , "era": "modern" | docs::d5de04818f4c0ea2 |

  @X-WS-09
  Rule: An answer may take ten minutes, unless the definition says otherwise

    Scenario Outline: a timeout of <timeout>
      Given server "docs" over stdio
      And server "docs" never answers "tools/call"
      And "mcpServers.docs" is {"command": "docs"<timeout>} in the user settings
      And the workspace has started
      When the workspace calls tool "mcp__docs__echo"
      And 1h passes
      Then call 1 ended at <at>

      Examples:
        | timeout          | at    |
        |                  | 10m0s |
        | , "timeout": 500 | 500ms |
