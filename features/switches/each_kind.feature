@omp @virtual
Feature: Switches decide the third time and for every kind of what they are about

  @D-03
  Rule: With transport.sse at legacy all that a server asks is answered at its endpoint, and every message has what is configured

    Example: a ping, a call and two headers
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And server "docs" is defined with the header "X-Key" set to "k"
      And the runtime has started
      When server "docs" sends the request "ping"
      And server "docs" sends the notification "notifications/a"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """
      And "GET" number 1 to server "docs" has the header "X-Key" set to "k"
      And "initialize" number 1 to server "docs" has the header "X-Key" set to "k"
      And "answer" number 1 to server "docs" has the header "X-Key" set to "k"
      And the host saw these notifications of server "docs": "notifications/a"

  @D-04
  Rule: With rpc.ids at integer no id comes twice on a connection

    Scenario Outline: two hundred and fifty requests over <kind>
      Given the switch "rpc.ids" is "integer"
      And server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent 250 times in a row
      Then requests 1 to 250 succeed
      And server "docs" saw the request id only once each

      Examples:
        | kind  |
        | stdio |
        | http  |

  @D-09
  Rule: With http.stream_end at resume a stream without an event id is over with its end

    Scenario Outline: a stream that ends with <end>
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{sse: {end: <end>, events: [{data: '{"jsonrpc":"2.0","method":"a"}'}, {delay: 5s, comment: x}]}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with a text that begins with "No response received for request ID "
      And request 1 ended at 5s
      And server "docs" received "GET" 0 times

      Examples:
        | end   |
        | eof   |
        | reset |

  @D-20
  Rule: With startup.list_failure at keep the cached tools of a server that could not be listed stay

    Example: a list that fails after the gate
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio
      And the cache holds the tools "search" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 1s}, {error: {code: -32000, message: no}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the runtime has the tools "mcp__docs_search"

  @D-24
  Rule: With calls.repeat at unsent no call that may have run is made again, of no tool and at no time

    Scenario Outline: the third call over <kind>
      Given the switch "calls.repeat" is "unsent"
      And server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 3}, do: [<fault>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" 3 times

      Examples:
        | kind  | fault         |
        | stdio | {exit: 1}     |
        | http  | {status: 503} |
        | ws    | {exit: 1}     |

    Example: a deferred tool
      Given the switch "calls.repeat" is "unsent"
      And server "docs" over http
      And server "docs" answers "tools/list" after 5s
      And the cache holds the tools "echo" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: 503}]}
        """
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" 1 time
