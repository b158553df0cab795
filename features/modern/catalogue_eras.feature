@omp @virtual
Feature: Servers of the catalogue that mislead clients about their era
  Each of them breaks clients of today: they hang, start a server twice, speak the wrong
  protocol or ask for ever. What becomes of them here is written down.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-01 @MOD-CLI-46
  Rule: A server that is odd about server/discover is used if it can be, in the protocol that it speaks

    Scenario Outline: <server> over <kind>
      Given server "docs" over <kind> as "<server>"
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received "server/discover" <asked>
      And server "docs" received "initialize" <initialize>

      Examples:
        | server                    | kind  | asked   | initialize |
        | silent-to-discover        | stdio | 1 time  | 1 time     |
        | dies-of-discover          | stdio | 1 time  | 1 time     |
        | late-discover             | stdio | 2 times | 1 time     |
        | late-discover             | http  | 1 time  | 0 times    |
        | discover-error-without-id | stdio | 1 time  | 1 time     |
        | discover-error-without-id | http  | 1 time  | 1 time     |
        | discover-without-versions | stdio | 1 time  | 1 time     |
        | discover-without-versions | http  | 1 time  | 1 time     |

  @MOD-01 @MOD-CLI-43 @MOD-CLI-50 @MOD-CLI-55
  Rule: A server that cannot be talked to fails with its reason and is not asked to initialize

    Scenario Outline: <server> over <kind>
      Given server "docs" over <kind> as "<server>"
      When the runtime starts
      And 1h passes
      Then the runtime has the tools ""
      And startup reported these errors:
        | server | error   |
        | docs   | <error> |
      And server "docs" received "initialize" 0 times

      Examples:
        | server                        | kind  | error                                                                                                                                    |
        | another-modern-revision       | stdio | MCP server "docs" cannot be talked to: it speaks no revision that this client speaks; it speaks ["2030-01-01"], this client "2026-07-28" |
        | another-modern-revision       | http  | MCP server "docs" cannot be talked to: it speaks no revision that this client speaks; it speaks ["2030-01-01"], this client "2026-07-28" |
        | refuses-the-revision-it-names | http  | MCP server "docs" cannot be talked to: it refuses the revision that it names; it speaks ["2026-07-28"], this client "2026-07-28"         |
        | discover-header-mismatch      | http  | MCP error -32020: Header mismatch: Mcp-Method                                                                                            |
        | discover-header-mismatch      | stdio | MCP error -32020: Header mismatch: Mcp-Method                                                                                            |
        | gateway-before-discover       | http  | HTTP 503: Service Unavailable                                                                                                            |
        | login-before-discover         | http  | HTTP 401: Unauthorized [WWW-Authenticate: Bearer]                                                                                        |
        | promises-more-than-it-serves  | stdio | MCP error -32601: Method not found                                                                                                       |
        | promises-more-than-it-serves  | http  | MCP error -32601: Method not found                                                                                                       |
        | list-with-a-question          | http  | reading the result of tools/list: it must not ask for input                                                                              |

  @MOD-02 @MOD-CLI-61
  Rule: What is left of the legacy protocol in a modern server is neither used nor answered

    Example: a session
      Given server "docs" over http as "modern-with-session"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And server "docs" is disconnected
      Then "tools/call" number 1 to server "docs" has no header "Mcp-Session-Id"
      And server "docs" received "GET" 0 times
      And server "docs" received "DELETE" 0 times

    Example: a request of its own
      Given server "docs" over stdio as "modern-with-requests"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then server "docs" received "response" 0 times
      And server "docs" received "tools/call" 1 time
