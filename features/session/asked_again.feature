@omp @virtual
Feature: A session does the same each time it is asked, whatever it has and wherever it stands

  @OMP-LC-03
  Rule: A session without MCP can be closed

    Example: and its program goes on
      Given server "docs" over stdio
      And the session's setting "enableMCP" is "false"
      And a session has started
      When the session is closed
      Then the session has no manager
      And server "docs" was started 0 times

  @OMP-LC-07
  Rule: The manager is that of the session also where nothing could be discovered at its start

    Example: its tools are asked for after a reload
      Given server "docs" over stdio
      And discovery fails with "mcp.json: not JSON"
      And a session has started
      When discovery recovers
      And the session is reloaded
      And the session is refreshed
      Then the session has the tools "mcp__docs_echo"

  @OMP-LC-18
  Rule: Without a browser of its own a session keeps servers that drive one, at its start and after a reload

    Example: the filter was never set
      Given server "docs" over stdio
      When a session starts
      And the session is reloaded
      Then discovery 1 was asked with:
        | project config | Exa filter | browser filter |
        | not set        | true       | false          |
      And discovery 2 was asked with:
        | project config | Exa filter | browser filter |
        | not set        | true       | false          |

  @OMP-LC-88
  Rule: What is active stays so whoever refreshes, and a refresh tells of what is active

    Example: the program refreshes
      Given server "docs" over stdio
      And server "docs" offers the tools "read, write"
      And a session has started
      When the session's user selects the tools "mcp__docs_read"
      And the session is refreshed
      Then the session's active tools are "mcp__docs_read"
      And the runtime told this story of no server:
        """
        0s gate.open
        0s discovery.done 1
        0s session.refreshed 2 mcp__docs_read
        """

    Example: cached tools that come after a choice are active
      Given servers "docs, mail" over stdio
      And server "mail" is not configured yet
      And server "mail" never answers "initialize"
      And the cache holds the tools "search" of server "mail"
      And server "docs" offers the tools "read, write"
      And a session has started
      When the session's user selects the tools "mcp__docs_read"
      And server "mail" is added to the configuration
      And the session is reloaded
      And 1s passes
      Then the session's active tools are "mcp__docs_read, mcp__mail_search"

  @OMP-LC-117
  Rule: A command tears down what it names and nothing else, wherever that stands

    Scenario Outline: the session <does> a server whose name others begin with<when>
      Given servers "docs, docs2" over stdio
      And a session has started
      When <first>
      And the session <does> server "docs"
      Then server "docs" has 0 live processes
      And server "docs2" has 1 live process

      Examples:
        | does     | first            | when                  |
        | removes  | 1s passes        |                       |
        | disables | the session ends | , after it has ended  |

    Scenario Outline: a reload, and <what>
      Given server "docs" over <kind>
      And a session has started
      When <event>
      And the session is reloaded
      And 1h passes
      Then the link to "docs" has 0 open connections
      And the runtime knows the servers ""
      And server "docs" received "initialize" 1 time

      Examples:
        | what                               | kind  | event                                            |
        | it is not configured any more      | http  | server "docs" is taken out of the configuration  |
        | it is not configured any more      | ws    | server "docs" is taken out of the configuration  |
        | nothing can be discovered any more | stdio | discovery begins to fail with "mcp.json: not JSON" |

    Example: a reload while it waits for its next attempt
      Given server "docs" over stdio
      And a session has started
      When server "docs" goes down
      And 600ms pass
      Then server "docs" is in state "backoff"
      When server "docs" is taken out of the configuration
      And the session is reloaded
      Then the runtime knows the servers ""
