@qwen @virtual
Feature: A .mcp.json that is followed counts like settings that are followed
  Where a version of the program follows the file, what cannot be understood changes
  nothing, and what means the same is no change.

  Background:
    Given the switch "watch.project" is "on"
    And servers "docs, mail" over stdio
    And servers "docs, mail" were approved before
    And the file ".mcp.json" holds:
      """json
      {"mcpServers": {"docs": {"command": "docs"}}}
      """

  @F-QWEN-05
  Rule: A change of .mcp.json is told with the keys that differ, and one without meaning is not

    Example: written otherwise, changed, and gone
      Given the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {/* mine */ "type": "stdio", "command": "docs"}}}
        """
      And 1h passes
      Then changed settings were told 0 times
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      And 1h passes
      Then the last pass did "added mail; kept 1"
      Given the file ".mcp.json" is gone
      When 1h passes
      Then the last pass did "removed docs, mail"
      And these settings changes were told:
        | scope   | change   | keys                                            |
        | project | modified | mcpServers.mail.command                         |
        | project | deleted  | mcpServers.docs.command mcpServers.mail.command |

    Example: a server over HTTP, in the two ways to write one
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"wiki": {"type": "http", "url": "http://wiki.test/mcp"}}}
        """
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"wiki": {"httpUrl": "http://wiki.test/mcp"}}}
        """
      And 1h passes
      Then changed settings were told 0 times

  @F-QWEN-05
  Rule: A .mcp.json that cannot be read or understood means what it meant

    Scenario Outline: <text>
      Given the workspace has started
      When the file ".mcp.json" is saved with:
        """
        <text>
        """
      And 1h passes
      Then changed settings were told 0 times
      And server "docs" is connected
      And these settings files were reported broken:
        | scope   | path      | error   |
        | project | .mcp.json | <error> |
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And 1h passes
      Then changed settings were told 0 times

      Examples:
        | text               | error |
        | {}                 | /project/.mcp.json:1:1: no "mcpServers" object, so no servers\n   1 \| {}\n     \| ^ |
        | {"mcpServers": 7}  | /project/.mcp.json:1:16: "mcpServers" must be an object, not a number\n   1 \| {"mcpServers": •}\n     \|                ^ |
        | {                  | /project/.mcp.json:1:2: the file ends too early, parsing value\n   1 \| {\n     \|  ^ |

    Example: it cannot be read
      Given the workspace has started
      And the project settings cannot be read
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {}}
        """
      And 1h passes
      Then changed settings were told 0 times
      And server "docs" is connected
      And these settings files were reported broken:
        | scope   | path      | error                           |
        | project | .mcp.json | project settings cannot be read |
