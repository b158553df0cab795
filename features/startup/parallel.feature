@omp @virtual
Feature: Servers start side by side, and one that fails is told and shows nothing
  A session with twelve servers is ready when the slowest is. What failed until
  then is an error with a name, and the tools that it once had are not offered.

  @OMP-LC-08
  Rule: Servers are connected and listed in parallel

    Example: three servers that need 100 ms each are ready after 100 ms
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" after 100ms
      And server "b" answers "initialize" after 100ms
      And server "c" answers "initialize" after 100ms
      When the runtime starts
      And 100ms pass
      Then startup returned at 100ms
      And server "a" received "initialize" at "0s"
      And server "c" received "initialize" at "0s"

    Scenario Outline: twelve servers over <kind>, one round trip after the other
      Given servers "s1..s12" over <kind>
      And the links to "s1..s12" have latency 25ms
      When the runtime starts
      And 1s passes
      Then startup returned at <at>

      Examples:
        | kind  | at    |
        | stdio | 100ms |
        | http  | 300ms |

  @OMP-LC-62 @real
  Rule: At the gate, servers that have failed contribute an error and no tools

    Example: one server refuses to initialize, another one to list
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "bad" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And server "worse" over http
      And server "worse" answers "tools/list" with error -32000 "sorry"
      When the runtime starts
      Then startup returned at 0s
      And startup reported these errors:
        | server | error                   |
        | bad    | MCP error -32600: no    |
        | worse  | MCP error -32000: sorry |
      And the runtime has the tools "mcp__docs_search"

    Scenario Outline: <method> of a server with cached tools fails while another one holds start-up
      Given servers "bad, docs" over <kind>
      And server "bad" follows these rules:
        """yaml
        - when: {method: <method>}
          do: [{delay: 10ms}, {error: {code: -32600, message: no}}]
        """
      And server "docs" answers "initialize" after 1s
      And the cache holds the tool "search" of server "bad"
      When the runtime starts
      And 1s passes
      Then startup returned at 1s
      And startup returned the tools "mcp__docs_echo"
      And the runtime has the tools "mcp__docs_echo"
      And startup reported these errors:
        | server | error                |
        | bad    | MCP error -32600: no |

      Examples:
        | kind  | method     |
        | stdio | initialize |
        | http  | tools/list |
