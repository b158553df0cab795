@omp @virtual
Feature: What fails in the field while a call is under way
  Half a body, a caller that gives up or an error that reads like a lost connection
  is met in each form that an answer has.

  @FF-63
  Rule: An answer that has begun ends its call at the call's own timeout

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [<do>, {raw: "<begin>"}, {delay: 1h}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 ended at 30s
      And call 1 returns the error text "MCP error: <phase> timeout after 30000ms"
      And server "docs" received "tools/call" 1 time

      Examples:
        | what        | do                                          | begin   | phase        |
        | half a body | {headers: {Content-Type: application/json}} | {       | Request      |
        | comments    | {as: sse}                                   | : hi\\n | SSE response |

  @FF-75
  Rule: Over HTTP, too, a call is given up without a word to the server

    Scenario Outline: over <kind>, after <end> <then>
      Given the switch "transport.sse" is "<sse>"
      And server "docs" over <kind> with this script:
        """yaml
        http: {<http>}
        rules: [{when: {method: tools/call, nth: 1}, do: [{delay: 120s}]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And <end> pass
      And <then>
      And 1h passes
      Then call 1 ended at <end>
      And server "docs" received "notifications/cancelled" 0 times

      Examples:
        | kind | sse          | http       | end | then                       |
        | http | same-as-http |            | 5s  | the caller gives up call 1 |
        | http | same-as-http |            | 30s | 1ms passes                 |
        | sse  | legacy       | legacy: {} | 5s  | the caller gives up call 1 |
        | sse  | legacy       | legacy: {} | 30s | 1ms passes                 |

  @FF-77 @FF-78
  Rule: A call is answered once, whatever is asked meanwhile and however its error reads

    Example: a ping of an old server
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: tools/call}, do: [{request: {method: ping, wait: true}}, {delay: 20s}, {request: {method: ping, wait: true}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 21s pass
      Then call 1 returns "hi"

    Scenario Outline: over <kind>, an error that says <message>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{error: {code: -32000, message: <message>}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: MCP error -32000: <message>"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  | message           |
        | stdio | Connection closed |
        | http  | Server error      |

  @FF-78
  Rule: What a tool says of its own failure is marked as the tool's

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [{name: search, answer: {result: {isError: true, content: [{type: text, text: connection closed}]}}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns the error text "Error: connection closed"
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

  @FF-60 @FF-65
  Rule: A status that no new connection changes ends its call

    Scenario Outline: <code>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: <code>, body: no}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns the error text "MCP error: HTTP <code>: no"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | code |
        | 408  |
        | 410  |
        | 421  |
