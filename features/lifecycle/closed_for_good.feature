@omp @virtual
Feature: What is closed on purpose is over, whatever was under way

  @OMP-LC-33
  Rule: A server is disconnected from the moment on at which it is told to close

    Scenario Outline: over <kind>, and its end takes a while
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {<moment>}, do: [{delay: 900ms}]}
        """
      And the runtime has started
      When server "docs" begins to be disconnected
      Then server "docs" is disconnected
      And the runtime knows the servers ""

      Examples:
        | kind  | moment         |
        | stdio | phase: closing |
        | http  | verb: DELETE   |

    Example: one whose handshake is under way
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [never]}
        - {when: {phase: closing}, do: [{delay: 900ms}]}
        """
      And the cache holds the tools "search" of server "docs"
      And the runtime has started
      When 1s passes
      And server "docs" begins to be disconnected
      Then server "docs" is disconnected
      And server "docs" has 1 live process

  @OMP-LC-106
  Rule: Neither a refresh nor a call that is under way brings back a server that is disconnected

    Scenario Outline: a refresh of its tools, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" answers "tools/list" after 10s
      When server "docs" sends the notification "notifications/tools/list_changed"
      And 1s passes
      And server "docs" is disconnected
      And 24h pass
      Then server "docs" received "initialize" 1 time
      And server "docs" has 0 live processes
      And the link to "docs" has 0 open connections

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: a call, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "tools/call"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And server "docs" is disconnected
      And 24h pass
      Then call 1 returns the error text "MCP error: Transport closed"
      And server "docs" received "initialize" 1 time
      And server "docs" received "tools/call" 1 time
      And the runtime has the tools ""

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-116 @OMP-LC-117
  Rule: Servers over every transport outlive their session, and go only with a command

    Scenario Outline: over <kind>, the session ends
      Given server "docs" over <kind>
      And a session has started
      When the session ends
      And 24h pass
      Then server "docs" is connected
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: over <kind>, the session <does> it
      Given servers "docs, mail" over <kind>
      And a session has started
      When the session <does> server "docs"
      And 24h pass
      Then the link to "docs" has 0 open connections
      And server "docs" received "initialize" 1 time
      And server "docs" is disconnected
      And server "mail" is connected

      Examples:
        | kind  | does     |
        | stdio | removes  |
        | http  | removes  |
        | http  | disables |
        | ws    | removes  |
