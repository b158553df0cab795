@omp @virtual
Feature: A server that has only the transport of 2024-11-05 is reached by it
  The oldest servers take no POST where their stream is. A client that finds out what a
  server speaks goes all the way down: the modern question, initialize, and then the
  stream that names where messages go.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-10 @MOD-CLI-49
  Rule: A server that refuses both POSTs with 400, 404 or 405 is reached over HTTP+SSE

    Scenario Outline: a server of type <type>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        tools: [echo]
        """
      And server "docs" is defined with type "<type>"
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" was found to speak "legacy" after:
        """
        server/discover 2026-07-28: it refused server/discover with HTTP 405 Method Not Allowed
        initialize over streamable HTTP: HTTP 405: messages go to the endpoint that the stream names
        """

      Examples:
        | type |
        | http |
        | sse  |

    Scenario Outline: initialize is answered with <status>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [status: {code: <status>, body: no}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "GET" <gets>
      And server "docs" received "initialize" 1 time

      Examples:
        | status | gets    |
        | 400    | 1 time  |
        | 404    | 1 time  |
        | 405    | 1 time  |
        | 401    | 0 times |
        | 403    | 0 times |
        | 406    | 0 times |
        | 500    | 0 times |

    Example: initialize is refused in the words of the protocol
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [error: {code: -32603, message: no}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "GET" 0 times
      And server "docs" received "initialize" 1 time
      And startup reported one error, of "docs", with "MCP error -32603: no"

    Example: the next program goes the same way
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        tools: [echo]
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1h passes
      Then server "docs" was found to speak "legacy" after:
        """
        server/discover 2026-07-28: it refused server/discover with HTTP 405 Method Not Allowed
        initialize over streamable HTTP: HTTP 405: messages go to the endpoint that the stream names
        """
      And the runtime has the tools "mcp__docs_echo"

    Example: a runtime of one protocol does not look for it
      Given the switch "protocol.era" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "GET" 0 times

  @MOD-10
  Rule: Behind a login, too, a server that refuses both POSTs is reached over HTTP+SSE

    Example: the token is wanted first
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over sse with this script:
        """yaml
        protected: {by: [login]}
        http: {legacy: {}}
        tools: [echo]
        """
      And server "docs" is defined with type "http"
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
