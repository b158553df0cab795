@omp @virtual
Feature: A connection without deadlines, or with very long ones, is made like any other

  @OMP-TP-93
  Rule: However long the timeout is, the start waits for the background stream for a second

    Scenario Outline: <timeout>
      Given server "docs" over http with this script:
        """yaml
        http: {get: hang}
        """
      And server "docs" has a timeout of <timeout>
      When the runtime starts
      And 1h passes
      Then server "docs" received "notifications/initialized" at "1s"

      Examples:
        | timeout |
        | 5m      |
        | 2h      |
        | 48h     |

  @OMP-TP-95
  Rule: With a timeout of 0 each connection waits for its background stream without end

    Example: the second one
      Given server "docs" over http
      And server "docs" has a timeout of 0
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET, nth: 2}, do: [{delay: 24h}]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And 23h pass
      Then server "docs" received "notifications/initialized" 1 time
      When 1h passes
      Then server "docs" received "notifications/initialized" 2 times

  @OMP-LC-53
  Rule: With a timeout of 0, too, notifications/initialized is sent once

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 0
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" received "notifications/initialized" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-69
  Rule: Without a cache the gate covers the list, too

    Scenario Outline: over <kind>
      Given there is no cache
      And server "docs" over <kind>
      And server "docs" answers "tools/list" after 1s
      When the runtime starts
      And 5s pass
      Then startup returned at 1s
      And startup returned the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-TP-08
  Rule: Every connection renews rejected tokens, however many there were before

    Example: a call on the fourth
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [status: 401]}
        """
      And the runtime has started
      When server "docs" drops its connections 3 times, 5s apart
      And 1m passes
      And tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 4 times

    Example: a call over HTTP+SSE
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: tools/call, first: 1}, do: [status: 401]}]
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 2 times
      And the token endpoint was asked 1 time

  @OMP-LC-42
  Rule: The roots are told during the handshake itself

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [session: none, {request: {method: roots/list, id: 1, wait: true}}]}
        """
      When the runtime starts
      Then server "docs" is connected
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
