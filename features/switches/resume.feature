@omp @virtual
Feature: A switch chooses whether the stream of a request is resumed
  Proxies cut long streams. A server that numbers its events can go on where it was
  interrupted; the documented runtime does not ask it to, newer versions do.

  @D-09
  Rule: The switch http.stream_end decides whether a request whose stream ends after an event id goes on by GET

    Scenario Outline: <end> after 100 ms, the answer is ready at 600 ms, and <value>
      Given the switch "http.stream_end" is "<value>"
      And server "docs" over http with this script:
        """yaml
        http: {answers: sse, resume: true}
        rules:
          - {when: {method: ping}, do: [{notify: m}, {delay: 100ms}, {end: <end>}, {delay: 500ms}, answer]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then request 2 ended at <at>
      And request 2 <outcome>
      And server "docs" received "ping" 1 time
      And server "docs" received "GET" <resumed>

      Examples:
        | value  | end   | at     | outcome                                                                    | resumed     |
        | fail   | eof   | 100ms  | fails with "No response received for request ID <id>"                      | 0 times     |
        | fail   | reset | 100ms  | fails with a text that begins with "No response received for request ID "  | 0 times     |
        | resume | eof   | 1100ms | succeeds                                                                   | at "1100ms" |
        | resume | reset | 1100ms | succeeds                                                                   | at "1100ms" |

    Example: the rest is asked for with the id of the last event, and read once
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        http: {answers: sse, resume: true}
        rules:
          - {when: {method: ping}, do: [{notify: m1}, {delay: 100ms}, end, {notify: m2}, answer]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then request 2 succeeds
      And "GET" number 1 to server "docs" has the header "Last-Event-Id" set to "1-2-1"
      And the transport reported:
        """
        notification m1
        notification m2
        """

  @FF-53
  Rule: With resumption, a request fails at once where nothing can be resumed, and after one vain attempt where it can

    Scenario Outline: <what>
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{sse: {end: <end>, events: [<events>]}}]}
          - {when: {verb: GET}, do: [<answer>], mayNotHappen: <trap>}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then request 2 ended at <at>
      And request 2 fails with "No response received for request ID <id><why>"
      And server "docs" received "ping" 1 time
      And server "docs" received "GET" <resumed>

      Examples:
        | what                               | events                                        | end   | answer                                     | at    | resumed     | trap  | why |
        | nothing but the head               | {comment: x}                                  | eof   | never                                      | 0s    | 0 times     | true  |  |
        | an event without an id             | {data: '{"jsonrpc":"2.0","method":"m"}'}      | eof   | never                                      | 0s    | 0 times     | true  |  |
        | an event without an id, cut        | {data: '{"jsonrpc":"2.0","method":"m"}'}      | reset | never                                      | 0s    | 0 times     | true  | : reading the stream: read tcp runtime:1->docs.test:80: read: connection reset by peer |
        | an id, and a refusal               | {id: e1, data: ''}                            | eof   | {status: {code: 404, body: no}}                              | 1s    | at "1s"     | false | : resuming the stream: HTTP 404: no |
        | an id, and again nothing           | {id: e1, data: ''}                            | eof   | {sse: {end: eof, events: [{comment: x}]}}  | 1s    | at "1s"     | false |  |
        | an id, and no stream               | {id: e1, data: ''}                            | eof   | {status: {code: 200, body: hello}}         | 1s    | at "1s"     | false | : resuming the stream: the answer is no event stream |
        | an id, and another encoding        | {id: e1, data: ''}                            | eof   | {headers: {Content-Encoding: gzip, Content-Type: text/event-stream}} | 1s | at "1s" | false | : resuming the stream: answer has the Content-Encoding "gzip", which was not asked for and is not read |
        | a wait of three seconds asked for  | {id: e1, retry: 3s, data: ''}                 | eof   | {status: {code: 404, body: no}}                              | 3s    | at "3s"     | false | : resuming the stream: HTTP 404: no |
        | a wait of nothing asked for        | {raw: "id: e1\\nretry: 0\\ndata:\\n\\n"}      | eof   | {status: {code: 404, body: no}}                              | 1ms   | at "1ms"    | false | : resuming the stream: HTTP 404: no |

    Example: a stream without ids that lasts is not resumed either
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{as: sse}, {notify: notifications/x}, {delay: 3s}, {end: eof}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then request 2 ended at 3s
      And server "docs" received "GET" 0 times

    Example: an event that is no JSON is what the request fails with
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{sse: {events: [{id: e1, data: "{"}]}}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then request 2 fails with "parsing an event: invalid JSON at byte 1: member name expected"
      And server "docs" received "GET" 0 times

    Example: the wait and the rest of the stream count towards the timeout of the request
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{sse: {events: [{id: e1, data: ''}]}}]}
          - {when: {verb: GET}, do: [never]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 ended at 30s
      And request 1 fails with "SSE response timeout after 30000ms"
      And server "docs" received "GET" at "1s"
