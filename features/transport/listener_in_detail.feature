@omp @virtual
Feature: A background stream is a 2xx answer with the type of a stream, and nothing else is

  @OMP-TP-96 @OMP-TP-97 @OMP-TP-98
  Rule: Whatever else answers the GET turns the background stream off, silently

    Scenario Outline: status <status> of type "<type>"
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {verb: GET}, do: [{status: {code: <status>, headers: {Content-Type: "<type>"}, body: "data: {\"method\":\"a\"}\n\n"}}]}]
        """
      And a connected transport to server "docs"
      When the transport opens its background stream
      And 1h passes
      And the request "tools/list" is sent
      Then request 1 succeeds
      And the transport is connected
      And the transport reported nothing
      And server "docs" received "GET" 1 time

      Examples:
        | status | type              |
        | 405    | text/event-stream |
        | 404    | text/event-stream |
        | 500    | text/event-stream |
        | 401    | text/event-stream |
        | 200    |                   |
        | 200    | text/html         |
        | 200    | text/plain        |
        | 202    | application/json  |

  @OMP-TP-92
  Rule: The GET carries what is configured, like every message

    Example: two headers
      Given server "docs" over http
      And server "docs" is defined with the header "X-Key" set to "k"
      And server "docs" is defined with the header "Authorization" set to "Bearer t"
      When the runtime starts
      Then "GET" number 1 to server "docs" has the header "X-Key" set to "k"
      And "GET" number 1 to server "docs" has the header "Authorization" set to "Bearer t"
      And "GET" number 1 to server "docs" has the header "Accept" set to "text/event-stream"

  @OMP-TP-02
  Rule: The GET names the session also where the answer to initialize is a stream

    Example: a server that answers by streams
      Given server "docs" over http with this script:
        """yaml
        http: {answers: sse}
        rules: [{when: {method: initialize}, do: [{session: {do: mint, id: session-7}}]}]
        """
      When the runtime starts
      Then "GET" number 1 to server "docs" has the header "Mcp-Session-Id" set to "session-7"

  @OMP-TP-103
  Rule: The end of a background stream is a lost connection however long it has lasted

    Example: after ten calls and a day
      Given server "docs" over http
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called
      And 24h pass
      And server "docs" ends its stream
      Then server "docs" received "initialize" at "0s, 24h"
      And server "docs" is connected

    Example: it ends as soon as it has begun
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {verb: GET, nth: 1}, do: [{sse: {events: [{comment: hi}], end: eof}}]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" received "GET" 2 times
      And server "docs" is connected

  @OMP-TP-104
  Rule: A GET that was not answered in time is not sent again

    Example: the server takes it a minute later
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {verb: GET}, do: [{delay: 1m}]}]
        """
      And a connected transport to server "docs"
      When the transport opens its background stream
      And 1h passes
      And the request "tools/list" is sent
      And 1h passes
      Then request 1 succeeds
      And server "docs" received "GET" 1 time

  @OMP-TP-78
  Rule: The deadline of a notification covers the body of its refusal

    Example: a body that takes a minute
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: notifications/a}, do: [{status: {code: 500, body: no, size: 60000}}]}]
        """
      And the link to "docs" has bandwidth 1000 down
      And a connected transport to server "docs"
      When the notification "notifications/a" is sent
      And 1h passes
      Then request 1 fails with "Notify timeout after 30000ms"
      And request 1 ended at 30s

  @OMP-TP-08
  Rule: A server with headers of its own has its token renewed like any other

    Example: a call that is rejected once
      Given server "docs" over http
      And server "docs" is defined with the header "X-Key" set to "k"
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
      When tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 2 times
      And the token endpoint was asked 1 time
