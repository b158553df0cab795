@omp @virtual
Feature: A session that waited for nothing is not refreshed
  A server that fails while it is waited for has brought no tools, however many others there are.

  @OMP-LC-91
  Rule: A server that fails, or is given up, while it is waited for refreshes nothing

    Scenario Outline: <what>, beside <others>
      Given servers "docs, <others>" over <kind>
      And server "docs" has a timeout of 3s
      And server "docs" <what>
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the counts start anew
      And the session waits for server "docs"
      And 1m passes
      Then the session's command fails with "MCP server not connected: docs"
      And server "docs" is disconnected
      And the session was refreshed 0 times

      Examples:
        | what                                    | others     | kind  |
        | never answers "initialize"              | mail       | stdio |
        | never answers "initialize"              | mail, wiki | http  |
        | never answers "initialize"              | mail       | ws    |

    Scenario Outline: it <what>, with tools of before, beside another one
      Given servers "docs, mail" over stdio
      And a session has started
      When server "docs" goes down
      And <pause> pass
      And the counts start anew
      And the session waits for server "docs"
      And 1m passes
      Then the session's command fails with "<why>"
      And the session was refreshed 0 times

      Examples:
        | what               | pause | why                            |
        | is being restarted | 2s    | MCP server not connected: docs |
        | was given up       | 1m    | MCP server not connected: docs |
