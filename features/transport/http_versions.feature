@omp @virtual
Feature: What a server without sessions is told of the revision

  From 2025-06-18 on every message after the handshake names the revision. That header has
  nothing to do with sessions: neither stands for the other.

  @OMP-TP-66 @real
  Rule: Where the revision is sent, too, a session that there is not is never sent

    Example: a server without sessions
      Given the switch "protocol.revision" is "2025-06-18"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        tools: [greet]
        """
      When the runtime starts
      And tool "mcp__docs_greet" is called
      Then call 1 returns "ok"
      And "tools/call" number 1 to server "docs" has the header "MCP-Protocol-Version" set to "2025-06-18"
      And "tools/call" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "GET" number 1 to server "docs" has no header "Mcp-Session-Id"

  @OMP-TP-73
  Rule: Without a session, too, a background stream ends with its transport

    Example: closed while the stream is open
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the transport opens its background stream
      Then server "docs" has 1 open "GET"
      When the transport is closed
      Then server "docs" has 0 open "GET"
      And server "docs" received "DELETE" 0 times

    Example: closed while it waits for its time to resume the stream
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http with this script:
        """yaml
        rules: [{when: {verb: GET}, do: [{as: sse}, {raw: "id: 7\nretry: 60000\ndata:\n\n"}, {end: eof}]}]
        """
      And the runtime has started
      When 10s pass
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" received "DELETE" at "10s"
      And server "docs" received "GET" at "0s"

  @OMP-TP-80
  Rule: Where the revision is sent, too, new credentials replace the old ones in every later message

    Example: a server over HTTP that rejects a call
      Given the switch "protocol.revision" is "2025-06-18"
      And server "docs" over http with this script:
        """yaml
        tools: [greet]
        rules: [{when: {method: tools/call, nth: 1}, do: [{status: 403}]}]
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "client-1"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      When the runtime starts
      And tool "mcp__docs_greet" is called
      And tool "mcp__docs_greet" is called
      Then call 1 returns "ok"
      And "tools/call" number 2 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And "tools/call" number 3 to server "docs" has the header "Authorization" set to "Bearer access-2"

  @OMP-TP-80
  Rule: A request is sent once more, and no third time, however many new credentials there are

    Scenario Outline: each is answered <status>
      Given server "docs" over http with this script:
        """yaml
        tools: [greet]
        rules: [{when: {method: tools/call}, do: [{status: <status>}]}]
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "client-1"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      When the runtime starts
      And tool "mcp__docs_greet" is called
      Then server "docs" received "tools/call" 2 times
      And the token endpoint was asked 1 time

      Examples:
        | status |
        | 401    |
        | 403    |

  @OMP-TP-71 @real
  Rule: Whether a close sends a DELETE depends on the session alone

    Scenario Outline: revision <revision>, sessions: <sessions>
      Given the switch "protocol.revision" is "<revision>"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: <sessions>}
        tools: [greet]
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And server "docs" is disconnected
      And 1h passes
      Then call 1 returns "ok"
      And server "docs" received "DELETE" <times>

      Examples:
        | revision   | sessions | times   |
        | 2025-03-26 | false    | 0 times |
        | 2025-06-18 | false    | 0 times |
        | 2025-03-26 | true     | 1 time  |
        | 2025-06-18 | true     | 1 time  |

    Example: a server without timeout and without sessions
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" has a timeout of 0
      And the runtime has started
      When server "docs" is disconnected
      And 1h passes
      Then server "docs" received "DELETE" 0 times
