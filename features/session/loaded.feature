@omp @virtual
Feature: What a session loads is all that its servers say

  @OMP-LC-74 @OMP-LC-75
  Rule: Each loaded tool has a path with its server and the provider of its definition, if that is known

    Example: live and cached tools of a provider with a name, one without, and none
      Given servers "docs, mail, Wiki.2" over stdio
      And server "docs" comes from the provider "Claude Code"
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And server "Wiki.2" comes from a provider of which only the id "claude" is known
      When a session starts
      And 250ms pass
      Then the session's loader returned these tools:
        | name            | path                     | resolved path       |
        | mcp__docs_search | mcp:docs via Claude Code | mcp:mcp__docs_search |
        | mcp__mail_echo  | mcp:mcp__mail_echo       | mcp:mcp__mail_echo  |
        | mcp__wiki_echo  | mcp:Wiki.2 via claude    | mcp:mcp__wiki_echo  |
      And the runtime has these tools:
        | name             | path                     |
        | mcp__docs_search | mcp:docs via Claude Code |
        | mcp__mail_echo   | mcp:mcp__mail_echo       |
        | mcp__wiki_echo   | mcp:Wiki.2 via claude    |

  @OMP-LC-09
  Rule: The registry has the whole definitions of the servers' tools

    Scenario Outline: description and schema, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{result: {tools: [{name: search, description: Finds things, inputSchema: {type: object, required: [q]}}, {name: read, inputSchema: {type: object}}]}}]
        """
      When a session starts
      Then the session's tools are described as:
        | name             | description        | schema                             |
        | mcp__docs_read   | MCP tool from docs | {"type":"object"}                  |
        | mcp__docs_search | Finds things       | {"type":"object","required":["q"]} |

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-15
  Rule: A name that only begins like Exa, or has it in it, is another server's

    Scenario Outline: <name>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"<name>": {"command": "x"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name   |
        | <name> |

      Examples:
        | name    |
        | example |
        | exa-2   |
        | hexa    |
        | my exa  |

  @OMP-LC-104
  Rule: A cache that cannot be read is logged and costs nothing but the time of the list

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "search" of server "docs"
      And the cache cannot be read
      When the runtime starts
      And 1m passes
      Then startup returned at 1s
      And startup reported no errors
      And the runtime has the tools "mcp__docs_echo"
      And server "docs" is connected
      And the log has 1 warning of "docs" with "reading the tool cache failed"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-48
  Rule: However a list besides the tools fails, the connection and its tools stay

    Scenario Outline: <method> <how>, over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 5s
      And server "docs" offers the tool "search"
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [<does>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported no errors
      And server "docs" received "initialize" 1 time
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_search"

      Examples:
        | kind  | method                   | how                    | does                                  |
        | stdio | resources/list           | is never answered      | never                                 |
        | http  | prompts/list             | is never answered      | never                                 |
        | http  | resources/list           | is refused             | {status: 404}                         |
        | http  | prompts/list             | is refused             | {status: 503}                         |
        | stdio | prompts/list             | is not taken           | {error: {code: -32602, message: no}}  |
        | stdio | resources/templates/list | is not known           | {error: {code: -32601, message: no}}  |
        | stdio | resources/list           | makes no sense         | {result: {resources: 7}}              |
        | http  | resources/list           | is no JSON             | {status: {code: 200, body: "<html>"}} |
