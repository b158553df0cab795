@target @http
Feature: A client that listens is not a nuisance
  The stream of a GET breaks often. What comes back to it at once, and for ever,
  is most of what many servers serve.

  @FF-46 @MAY
  Rule: A stream that is none is not asked for again and again
    Spec: robustness
    Fix: look at the content type; wait longer each time before you listen again

    Scenario Outline: <what>
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {get: <get>}
        rules:
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs
      Then the client listens
      And at most 30 requests are sent
      And the client has done what it was asked for

      Examples:
        | what                     | get   |
        | JSON                     | json  |
        | a stream that ends       | empty |
        | no answer at all         | hang  |
        | a refusal                | "405" |

  @FF-47 @MAY
  Rule: A stream that breaks does not break the session
    Spec: robustness; proxies close streams that are silent
    Fix: listen again after a moment, and leave the calls alone

    Scenario Outline: it ends by <how> during a call
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: GET}
            do: [{answer: {}}, {delay: 300ms}, {stream: <how>}]
          - when: {method: tools/call}
            do: [{delay: 1500ms}]
        """
      When the client runs
      Then the client listens
      And "initialize" is sent at most 1 time
      And "tools/call" is sent at most 1 time
      And the client has done what it was asked for

      Examples:
        | how   |
        | eof   |
        | reset |

  @FF-48 @MAY
  Rule: A stream that may not be opened again does not end the session
    Spec: robustness; servers that allow one stream answer 409
    Fix: go on without the stream, and try again much later

    Example: 409 to the second GET
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: GET, nth: 1}
            do: [{answer: {}}, {delay: 100ms}, {stream: eof}]
          - when: {verb: GET, after: 1}
            do: [{status: 409}]
          - when: {method: tools/call}
            do: [{delay: 2500ms}]
        """
      When the client runs
      Then the client listens
      And at most 30 requests are sent
      And the client has done what it was asked for

  @CLI-114 @MAY
  Rule: Comments keep a stream open and mean nothing
    Spec: WHATWG HTML, Server-sent events
    Fix: skip lines that begin with a colon

    Example: ten in a second
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {keepAlive: 100ms}
        rules:
          - when: {method: tools/call}
            do: [{delay: 1s}]
        """
      When the client runs
      Then the client listens
      And the client has done what it was asked for

  @CLI-127 @MAY
  Rule: A client that listens again says what it has heard last
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery (a SHOULD for clients that wish to resume)
    Fix: keep the id of the last event of the stream, and send it as Last-Event-ID when you open the stream again

    Example: a stream that ends after an event
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {resume: true, retry: 200ms}
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}, nth: 1}
            do: [{answer: {}}, {notify: {method: notifications/message, params: {level: info, data: 1}}}, {delay: 200ms}, {stream: eof}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs
      Then a stream that is opened again is resumed
