@omp @virtual
Feature: Every server is told once that the handshake is over
  Whatever it offers, and whatever it makes of being told: a server that refuses that
  message has refused the connection.

  @OMP-LC-53 @real
  Rule: notifications/initialized is sent once to a server that offers nothing, and once to one that refuses it

    Scenario Outline: capabilities <capabilities>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        capabilities: <capabilities>
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" received "notifications/initialized" 1 time

      Examples:
        | capabilities  | kind  |
        | {}            | stdio |
        | {}            | http  |
        | {logging: {}} | stdio |

    Scenario Outline: it is answered with <status>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/initialized}, do: [{status: <status>}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is disconnected
      And server "docs" received "notifications/initialized" 1 time

      Examples:
        | status |
        | 400    |
        | 503    |

  @OMP-LC-54
  Rule: The 30 seconds are those of the whole handshake, on each connection

    Example: initialize takes 20 s, and what follows is never taken
      Given server "docs" over http
      And server "docs" answers "initialize" after 20s
      And server "docs" never answers "notifications/initialized"
      When the runtime starts
      And the clock reaches 29999ms
      Then server "docs" is connecting
      When the clock reaches 30s
      Then startup reported these errors:
        | server | error                                                   |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |

    Scenario Outline: an attempt of a reconnect over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" never answers "initialize"
      When server "docs" is reconnected
      And the clock reaches 31s
      Then server "docs" received "initialize" at "0s, 0s, 30500ms"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-55
  Rule: A configured timeout is that of the handshake over every kind of transport

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "initialize"
      And server "docs" has a timeout of 1500ms
      When the runtime starts
      And 1h passes
      Then startup returned at 1500ms

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

  @OMP-TP-01 @real
  Rule: The order of a handshake over HTTP is the same without a session

    Example: a server without sessions
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """
