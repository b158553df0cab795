@omp @virtual
Feature: A list of servers to switch off counts as far as it can be read
  Programs keep lists of servers that their user has switched off. One wrong entry does
  not make the others wrong, and its user hears of it.

  Background:
    Given discovery's option "everyProgram" is "true"

  @X-DISC-13
  Rule: An entry that is no name is told with its place, and the others count

    Scenario Outline: <file>
      Given servers "docs, mail" over stdio
      And the file "<servers>" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      And the file "<file>" holds:
        """
        <content>
        """
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__mail_echo"
      And discovery reported these problems:
        | place   | problem   |
        | <place> | <problem> |

      Examples:
        | servers            | file                  | content                                 | place                      | problem |
        | .mcp.json          | .claude/settings.json | {"disabledMcpjsonServers": ["docs", 7]} | .claude/settings.json:1:37 | an entry of "disabledMcpjsonServers" is ignored: it must be a name, not a number |
        | .mcp.json          | ~/.claude.json        | {"projects": {"/project": {"disabledMcpServers": [null, "docs"]}}} | ~/.claude.json:1:51 | an entry of "disabledMcpServers" is ignored: it must be a name, not null |
        | ~/.gemini/settings.json | ~/.gemini/settings.json | {"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}, "mcp": {"excluded": ["docs", {}]}} | ~/.gemini/settings.json:1:105 | an entry of "excluded" is ignored: it must be a name, not an object |
