@omp @virtual
Feature: What is promised of a server holds the third time, beside others and without names or deadlines

  @OMP-LC-24 @OMP-LC-25
  Rule: Each handshake and each list of a connection shows as such

    Scenario Outline: the fourth over <kind>, with cached tools from before
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" is reconnected
      And server "docs" is reconnected
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 1s}]}
        - {when: {method: tools/list}, do: [{delay: 1s}]}
        """
      When server "docs" is reconnected
      And 500ms pass
      Then server "docs" is in state "handshaking"
      When 1s passes
      Then server "docs" is in state "listing"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a first list of a server with cached tools
      Given server "docs" over stdio
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 500ms pass
      Then server "docs" is in state "listing"

  @OMP-LC-44
  Rule: Tools are listed whatever a server says about itself

    Scenario Outline: <info>
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{result: {protocolVersion: "2025-03-26", capabilities: {tools: {}}, serverInfo: <info>}}]}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo"

      Examples:
        | info                      |
        | {name: "", version: ""}   |
        | {}                        |
        | {name: docs, version: "1"} |

  @OMP-LC-51 @OMP-LC-52
  Rule: Without deadlines, too, a handshake has all its messages

    Example: over stdio
      Given server "docs" over stdio
      And server "docs" has a timeout of 0
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        tools/list
        """

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 0
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """

      Examples:
        | kind |
        | http |
        | sse  |

  @OMP-LC-59 @OMP-LC-60
  Rule: The gate is the same for twenty servers as for one

    Example: all of them are ready after 100 ms
      Given servers "s1..s20" over stdio
      And server "s7" answers "tools/list" after 100ms
      When the runtime starts
      And 1s passes
      Then startup returned at 100ms

    Example: one hangs
      Given servers "s1..s20" over stdio
      And server "s7" never answers "initialize"
      And the cache holds the tools "search" of server "s7"
      When the runtime starts
      And 1s passes
      Then startup returned at 250ms

    Example: beside one that is switched off, one without a command and one that fails
      Given servers "docs, off, odd, bad" over stdio
      And server "off" is disabled
      And server "odd" is defined with command ""
      And server "bad" cannot be started
      When the runtime starts
      And 1s passes
      Then startup returned at 0s

  @OMP-LC-101
  Rule: A failure does not reach servers over another transport

    Example: a process that refuses, while a server over HTTP lists and one over a WebSocket shakes hands
      Given server "bad" over stdio
      And server "docs" over http
      And server "mail" over ws
      And server "bad" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 100ms}, {error: {code: -32600, message: no}}]}
        """
      And server "docs" answers "tools/list" after 1s
      And server "mail" answers "initialize" after 1s
      When the runtime starts
      And 1s passes
      Then the runtime has the tools "mcp__docs_echo, mcp__mail_echo"

  @OMP-LC-101
  Rule: Servers that fail alike are reported each

    Example: two that refuse in the same words
      Given servers "bad, docs, worse" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And server "worse" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then startup reported these errors:
        | server | error                |
        | bad    | MCP error -32600: no |
        | worse  | MCP error -32600: no |
