@omp @virtual
Feature: A session that started without a server is a session
  What goes wrong at the start is told, and is over then: what works later is shown
  as if it had worked from the beginning.

  @OMP-LC-23
  Rule: A session whose servers have all failed shows what one of them offers later

    Scenario Outline: two over <kind>, of which one comes up
      Given servers "docs, mail" over <kind>
      And server "docs" cannot be started
      And server "mail" cannot be started
      And the program brings its own tool "read"
      When a session starts
      Then the session has the tools "read"
      When server "docs" comes up
      And the session reconnects server "docs"
      Then the session has the tools "read, mcp__docs_echo"
      When server "docs" changes its tools to "find"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the session has the tools "read, mcp__docs_find"

      Examples:
        | kind  |
        | stdio |
        | http  |
