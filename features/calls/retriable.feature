@omp @virtual
Feature: The failures after which a new connection may help are a list
  A call is repeated once if the text of its failure names one of these. The list
  holds for texts of any origin: a proxy that answers for a server it has lost
  reports what has happened to it in the words of its own system.

  @OMP-LC-79
  Rule: Each of the documented failures of a connection is worth one reconnect and one more call

    Scenario Outline: an error of the server with the text "<text>"
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [{error: {code: -32000, message: "<text>"}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

      Examples:
        | text                                  |
        | connect ECONNREFUSED 127.0.0.1:3000   |
        | read econnreset                       |
        | write EPIPE                           |
        | connect ENETUNREACH 10.0.0.1          |
        | connect EHOSTUNREACH 10.0.0.1         |
        | TypeError: fetch failed               |
        | Fetch Failed                          |
        | Transport not connected               |
        | the transport closed before an answer |
        | a NETWORK ERROR                       |

    Scenario Outline: a server over <kind> <does>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [<action>]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1s passes
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  | does                                  | action                            |
        | http  | drops the connection                  | drop                              |
        | http  | resets the connection                 | end: reset                        |
        | stdio | exits                                 | exit: 1                           |

    Scenario Outline: a transport of the program says "<text>"
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And the program's transport answers the first "tools/call" with the error "<text>"
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns <outcome>
      And server "docs" received "initialize" <times>

      Examples:
        | text                  | outcome                                        | times   |
        | HTTP 502: bad gateway | "ok"                                           | 2 times |
        | HTTP 503: busy        | "ok"                                           | 2 times |
        | http 404: gone        | "ok"                                           | 2 times |
        | HTTP 500: broken      | the error text "MCP error: HTTP 500: broken"   | 1 time  |
        | HTTP 410: gone        | the error text "MCP error: HTTP 410: gone"     | 1 time  |
        | HTTP 504: late        | the error text "MCP error: HTTP 504: late"     | 1 time  |
        | HTTP 503              | the error text "MCP error: HTTP 503"           | 1 time  |
        | status 503: busy      | the error text "MCP error: status 503: busy"   | 1 time  |
        | 503: busy             | the error text "MCP error: 503: busy"          | 1 time  |
        | HTTP : busy           | the error text "MCP error: HTTP : busy"        | 1 time  |

    Example: a deadline of the network is none of them
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And the program's transport answers the first "tools/call" with a timeout of the network
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns an error text with "o timeout"
      And server "docs" received "initialize" 1 time

  @OMP-LC-81
  Rule: A text that only looks like one of them causes nothing

    Scenario Outline: an error of the server with the text "<text>"
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "<text>"
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: MCP error -32000: <text>"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | text                        |
        | upstream said HTTP 404: no  |
        | HTTP 503                    |
        | ETIMEDOUT                   |
        | ECONNABORTED                |
        | EPERM                       |
        | fetching failed             |
        | not connected               |
        | connection closed           |
        | network timeout             |
        | Request timeout after 10ms  |
