@omp @virtual
Feature: A reload changes the servers of a running session
  Settings change while a session lives. A reload gives it the servers that are
  configured now, without a restart and without touching anything that does not
  come from servers.

  @OMP-LC-85
  Rule: A reload disconnects all servers, then discovers and connects, then refreshes the session

    Example: in this order, with one refresh
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 100ms
      And a session has started
      When 100ms pass
      And the session is reloaded
      Then the session's command is pending
      And the session was refreshed 0 times
      When 100ms pass
      Then the session's command succeeds
      And these things happened to the session in order:
        """
        discovery
        docs connected
        docs disconnected
        discovery
        docs connected
        refresh
        """

    Example: a second reload waits for the first
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 100ms
      And a session has started
      When 100ms pass
      And the session is reloaded
      And the session is reloaded
      And 99ms pass
      Then discovery ran 2 times
      When 101ms pass
      Then discovery ran 3 times
      And the session's command succeeds
      And server "docs" was started 3 times

    @real
    Example: if discovery fails, the servers are gone and the session knows
      Given server "docs" over stdio
      And the program brings its own tool "read"
      And a session has started
      When discovery begins to fail with "oops"
      And the session is reloaded
      Then the session's command fails with ".mcp.json: oops"
      And the session has the tools "read"
      And server "docs" has 0 live processes

  @OMP-LC-89 @real
  Rule: A reload reads the configuration again and asks for the same filters as the start

    Example: one server is taken out, one is added, one is edited
      Given servers "docs, mail" over stdio
      And server "wiki" over http
      And server "wiki" is not configured yet
      And the session's setting "mcp.enableProjectConfig" is "false"
      And the session's setting "browser.enabled" is "true"
      And a session has started
      When server "wiki" is added to the configuration
      And server "mail" is taken out of the configuration
      And the session is reloaded
      Then the session has the tools "mcp__docs_echo, mcp__wiki_echo"
      And server "mail" has 0 live processes
      And discovery 2 was asked with:
        | project config | Exa filter | browser filter |
        | false          | true       | true           |

    Example: an edited definition is used from then on
      Given server "docs" over http
      And server "docs" is defined with the header "X-Key" set to "one"
      And a session has started
      Given server "docs" is defined with the header "X-Key" set to "two"
      When the session is reloaded
      Then "initialize" number 1 to server "docs" has the header "X-Key" set to "one"
      And "initialize" number 2 to server "docs" has the header "X-Key" set to "two"
      Given server "docs" is defined with the header "X-Key" set to "three"
      When the session is reloaded
      Then "initialize" number 3 to server "docs" has the header "X-Key" set to "three"

  @OMP-LC-117
  Rule: Reload, remove and disable tear the server down

    Scenario Outline: the session <does> a server
      Given servers "docs, mail" over stdio
      And a session has started
      When the session <does> server "docs"
      Then the session's command succeeds
      And server "docs" has 0 live processes
      And server "mail" has 1 live process
      And the session has the tools "mcp__mail_echo"
      When the session is reloaded
      And 1h passes
      Then server "docs" was started 1 time
      And the session has the tools "mcp__mail_echo"

      Examples:
        | does     |
        | removes  |
        | disables |

    @real
    Example: a reload
      Given server "docs" over stdio
      And a session has started
      When server "docs" is taken out of the configuration
      And the session is reloaded
      Then server "docs" has 0 live processes

    Example: nothing is torn down if the configuration cannot be edited
      Given server "docs" over stdio
      And the configuration cannot be edited
      And a session has started
      When the session removes server "docs"
      Then the session's command fails with "removing server "docs": the configuration cannot be edited"
      And server "docs" has 1 live process
      And the session has the tools "mcp__docs_echo"

    Scenario Outline: the session <does> two servers and is reloaded: each is one refresh
      Given servers "docs, mail, wiki" over stdio
      And a session has started
      When the session <does> server "docs"
      Then the session was refreshed 1 time
      When the session <does> server "mail"
      Then the session was refreshed 2 times
      And the session has the tools "mcp__wiki_echo"
      When the session is reloaded
      Then the session was refreshed 3 times
      When server "wiki" changes its tools to "find"
      And server "wiki" exits with code 1
      Then the session was refreshed 4 times

      Examples:
        | does     |
        | removes  |
        | disables |
