@target @http
Feature: A client survives what HTTP servers and proxies do
  Acknowledgements, streams and refusals come in more shapes than the specification
  has words for.

  @FF-58 @MAY
  Rule: A notification may be acknowledged with any success
    Spec: robustness; the specification asks servers for 202
    Fix: look at the status only

    Scenario Outline: status <status> with the body <body>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: notifications/*}
            do: [{status: {code: <status>, headers: {Content-Type: application/json}, body: <body>}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | status | body   |
        | 200    | ""     |
        | 200    | "null" |
        | 204    | ""     |

  @FF-45 @MAY
  Rule: A GET that is refused in an unusual way harms nobody
    Spec: robustness
    Fix: treat every refusal of the stream as a server that has none

    Scenario Outline: status <status>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: GET}
            do: [{status: <status>}]
          - when: {method: tools/call}
            do: [{delay: 1s}]
        """
      When the client runs
      Then the client listens
      And the client has done what it was asked for
      And at most 20 requests are sent

      Examples:
        | status |
        | 400    |
        | 404    |
        | 501    |
        | 503    |

  @FF-51 @MAY
  Rule: Event streams may look as the standard allows
    Spec: WHATWG HTML, Server-sent events
    Fix: use a parser of the standard

    Scenario Outline: <what>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - do: [{sse: <style>}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | what               | style                |
        | lines end in CRLF  | {eol: crlf}          |
        | lines end in CR    | {eol: cr}            |
        | data on many lines | {multiline: true}    |
        | no space           | {noSpace: true}      |
        | events with ids    | {number: true}       |

  @FF-52 @MAY
  Rule: An event without data is no message
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server (priming event)
    Fix: keep its id, and do not parse it

    Example: streams that begin with one
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        http: {answers: sse, resume: true}
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-53 @MAY
  Rule: A call whose stream breaks for good does not hang
    Spec: robustness
    Fix: fail what was asked in a stream when it ends, unless it can be resumed

    Scenario Outline: <how> before anything was sent
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: <how>}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And the client ends by itself

      Examples:
        | how   |
        | eof   |
        | reset |

    Example: the rest of it is refused
      Given the client copes with a correct server
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 100ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}]
          - when: {verb: GET, header: {Last-Event-ID: "*"}}
            do: [{status: 404}]
        """
      When the client runs for at most 10s
      Then at most 30 requests are sent

  @FF-54 @MAY
  Rule: A proxy that holds a stream back is only slow
    Spec: robustness; proxies collect what servers send, status and headers included
    Fix: count the timeout of a request to its answer, not to the first byte

    Example: progress and answer in one burst
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{delay: 2s}, {as: sse}, {notify: {method: notifications/message, count: 50, params: {level: info, data: working}}}]
        """
      When the client runs
      Then the client has done what it was asked for
