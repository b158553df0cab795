@target
Feature: A client knows its own requests from those of the server
  Each side counts its ids for itself. The same id in both directions means two
  things, and an id that the client never used means nothing.

  @CLI-84 @MUST
  Rule: A request of the server may have the id of a request of the client
    Spec: 2025-11-25 basic, Requests: an id is unique for its sender
    Fix: keep the requests that you have sent apart from those that you have received

    Example: a ping with the id of the call that is open
      Given the client answers pings during a call
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - when: {method: tools/call}
            do: [{request: {method: ping, id: "<id>", wait: true}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for
      And every ping is answered within 5s

  @CLI-85 @MAY
  Rule: An answer that comes twice is taken once
    Spec: robustness
    Fix: ignore answers whose id nobody waits for any more

    Example: the list comes twice
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{as: sse}, {duplicate: {}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-86 @MAY
  Rule: An answer that nobody asked for is ignored
    Spec: robustness
    Fix: ignore answers whose id is unknown, and errors without one, and go on

    @stdio
    Scenario Outline: <what> over stdio
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{raw: '<answer>'}, {raw: "\n"}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | what              | answer                                                                         |
        | an unknown text   | {"jsonrpc":"2.0","id":"no-such-id","result":{}}                                |
        | an unknown number | {"jsonrpc":"2.0","id":999999,"result":{}}                                      |
        | an error          | {"jsonrpc":"2.0","id":"no-such-id","error":{"code":-32603,"message":"broken"}} |
        | an error of none  | {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}    |

    @http
    Scenario Outline: <what> in an event stream
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {raw: "data: {\"jsonrpc\":\"2.0\",\"id\":<answer>}\n\n"}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | what             | answer                                                                  |
        | an unknown id    | \"no-such-id\",\"result\":{}                                            |
        | an error of none | null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}              |

    @stdio
    Example: what it says is not taken for the answer that is waited for
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do:
              - raw: '{"jsonrpc":"2.0","id":"no-such-id","result":{"content":[{"type":"text","text":"of another request"}]}}'
              - raw: "\n"
              - delay: 200ms
              - result: {content: [{type: text, text: right}]}
        """
      When the client runs
      Then the text that a tool gave comes back

  @FF-28 @MAY
  Rule: A server may ask before it answers the first list
    Spec: robustness; common servers ask for the roots after the handshake
    Fix: answer requests of the server while your own are open

    Example: a ping before the answer to tools/list
      Given the client answers pings during a call
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{request: {method: ping, id: 1, wait: true}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

  @FF-12 @MAY
  Rule: An answer under a mangled id keeps nobody waiting
    Spec: robustness; servers change the type of ids, or lose their upper bits
    Fix: let the timeout of a request run whatever comes, and take the answer of another id for none

    Scenario Outline: <what>
      Given the client copes with a correct server
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{id: <id>}]
        """
      When the client runs for at most 25s
      Then the client calls a tool
      And the client ends by itself

      Examples:
        | what            | id     |
        | another type    | string |
        | zero            | zero   |
        | none            | null   |
        | one of long ago | stale  |
