@omp @virtual
Feature: A reload is for all servers
  Which of them have changed, and how, is not asked: all are connected anew, over
  whatever they are reached.

  @OMP-LC-85
  Rule: A reload disconnects and connects every server

    Scenario Outline: three over <kind>
      Given servers "docs, mail, wiki" over <kind>
      And a session has started
      When the session is reloaded
      Then the session's command succeeds
      And server "docs" received "initialize" 2 times
      And server "mail" received "initialize" 2 times
      And server "wiki" received "initialize" 2 times
      And the session has the tools "mcp__docs_echo, mcp__mail_echo, mcp__wiki_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: also one that is still connecting
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session is reloaded
      And 1s passes
      Then server "docs" was started 2 times
      And server "docs" has 1 live process
