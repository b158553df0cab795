@omp @virtual
Feature: A switch chooses whether servers of type sse are reached the old way
  Until 2024-11-05 a server had two URLs: a stream to read from, whose first event
  names where to post. The documented runtime treats type sse like http and so
  never reaches such a server; newer versions speak to it in its own way.

  @D-03
  Rule: The switch transport.sse decides whether a server of type sse is reached over streamable HTTP or over HTTP+SSE

    Scenario Outline: <server>, and <value>
      Given the switch "transport.sse" is "<value>"
      And server "docs" over sse with this script:
        """yaml
        http: {<http>}
        """
      When the runtime starts
      Then server "docs" is <status>
      And the runtime has the tools "<tools>"
      And server "docs" received "GET" <gets>
      And server "docs" received "initialize" <initializes>

      Examples:
        | server                      | http          | value        | status       | tools          | gets    | initializes |
        | a server of HTTP+SSE        | legacy: {}    | same-as-http | disconnected |                | 0 times | 0 times     |
        | a server of HTTP+SSE        | legacy: {}    | legacy       | connected    | mcp__docs_echo | 1 time  | 1 time      |
        | a server of streamable HTTP | answers: json | same-as-http | connected    | mcp__docs_echo | 1 time  | 1 time      |
        | a server of streamable HTTP | answers: json | legacy       | disconnected |                | 1 time  | 0 times     |

    Example: servers of type http stay as they are
      Given the switch "transport.sse" is "legacy"
      And server "docs" over http
      When the runtime starts
      Then server "docs" is connected

    Example: the stream is there before anything is posted, and nothing is deleted
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      When the runtime starts
      And server "docs" is disconnected
      Then server "docs" received in order:
        """
        GET
        initialize
        notifications/initialized
        tools/list
        """
      And server "docs" has 0 open "GET"

    Example: the end of the stream is the end of the connection, and of what is pending
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: ping}, do: [never]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent 2 times at once
      And 5s pass
      And server "docs" ends its stream
      Then requests 1 to 2 fail with "Transport closed"
      And request 2 ended at 5s
      And the transport is not connected
      And the transport reported:
        """
        close
        """

    Example: the runtime connects anew
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And the runtime has started
      When 5s pass
      And server "docs" drops its connections
      Then server "docs" received "initialize" at "0s, 5s"
      And server "docs" is connected
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "again"}
        """
      Then call 1 returns "again"

    @virtual
    Example: a connection that was lost leaves none behind
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And the runtime has started
      When server "docs" drops its connections
      And 1s passes
      And server "docs" is disconnected
      Then the link to "docs" has 0 open connections
