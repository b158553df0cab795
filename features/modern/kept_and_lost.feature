@omp @virtual
Feature: Every page and every stream is its own, also the second and the third

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-76
  Rule: Of a list of many pages each page is kept for its own cursor

    Scenario Outline: over <kind>, connected anew within the time of the list
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        tools: [a, b, c, d]
        prompts: [p, q, r]
        pageSize: 1
        """
      And the runtime has started
      When 1m passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d"
      When server "docs" is reconnected
      And 1m passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d"
      And the runtime has the prompts "p, q, r" of server "docs"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-CLI-81
  Rule: A call that the server does not understand makes all pages of its list stale, whatever the status is

    Scenario Outline: over <kind>, <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 24h}
        tools: [echo, find]
        pageSize: 1
        capabilities: {tools: {}}
        rules: [{when: {method: tools/call}, do: [<do>]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And the counts start anew
      And server "docs" is reconnected
      And 1m passes
      Then server "docs" received "tools/list" 2 times

      Examples:
        | kind  | what            | do                                                                                                                                                  |
        | stdio | the error       | error: {code: -32602, message: no}                                                                                                                  |
        | http  | the error       | error: {code: -32602, message: no}                                                                                                                  |
        | http  | a status of 400 | status: {code: 400, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}', headers: {Content-Type: application/json}} |

  @MOD-CLI-68
  Rule: A modern stream that ends without the answer is resumed under no switch

    Example: its events have ids
      Given the switch "http.stream_end" is "resume"
      And the switch "calls.repeat" is "unsent"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - when: {method: tools/call}
            do: [{sse: {end: eof, events: [{id: "7", data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}'}]}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 ended at 0s
      And server "docs" received "GET" 0 times

  @MOD-CLI-44
  Rule: A server that ends on the second probe is started again and spoken to with initialize

    Example: it refuses a revision, names it, and ends
      Given server "docs" over stdio with this script:
        """yaml
        era: legacy
        tools: [search]
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}]}
          - {when: {method: server/discover, nth: 2}, do: [exit: 1]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" was started 2 times
      And server "docs" received "initialize" 1 time

  @MOD-CLI-46 @MOD-CLI-41
  Rule: Without a deadline, too, a late result of the probe counts before initialize is answered

    Example: after seven seconds
      Given server "docs" over stdio with this script:
        """yaml
        era: dual
        rules:
          - {when: {method: server/discover}, do: [delay: 7s]}
          - {when: {method: initialize}, do: [delay: 10s]}
        """
      And server "docs" has a timeout of 0s
      When the runtime starts
      And 1h passes
      Then server "docs" received "tools/list" at "7s"
      And server "docs" received "notifications/initialized" 0 times

  @MOD-CLI-30
  Rule: A request whose stream brings nothing at all is issued again as a new one, if at all

    Example: an event stream of no bytes
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [status: {code: 200, body: "", headers: {Content-Type: text/event-stream}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then server "docs" saw the request id only once each

  @MOD-CLI-08
  Rule: An event stream is read as one also if its length is known

    Example: one event, and a line end
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        capabilities: {tools: {}}
        rules:
          - when: {method: tools/call}
            do:
              - status:
                  body: |
                    data: {"jsonrpc":"2.0","id":"2006515713438650370","result":{"resultType":"complete","content":[{"type":"text","text":"hello"}]}}
                  code: 200
                  headers: {Content-Type: text/event-stream}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns "hello"
