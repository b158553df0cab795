@target @http
Feature: A client resumes what was broken, and nothing else
  The id of the last event tells a server where a client stopped to read. What asks for
  too much gets messages twice, and what asks for too little never learns the answer.

  @CLI-125 @SHOULD
  Rule: No event is named that there was not
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: send Last-Event-ID only to resume a stream, with the id of its last event

    Example: a server whose events have no ids
      Given a correct server
      When the client runs
      Then no request carries a last event id

    @MAY
    Example: a session that follows a lost one
      Given this server:
        """yaml
        http: {resume: true, retry: 100ms}
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}, nth: 1}
            do: [{answer: {}}, {notify: {method: notifications/message, params: {level: info, data: 1}}}]
            mayNotHappen: true
          - when: {method: tools/call, nth: 1}
            do: [{delay: 300ms}, {session: expire}]
          - when: {method: tools/call, nth: 2}
            do: [{delay: 1s}]
            mayNotHappen: true
        """
      When the client runs
      Then no request names an event of the session before

  @CLI-133 @MAY
  Rule: An empty id takes back the one before
    Spec: robustness; WHATWG HTML, Server-sent events: an empty id means that there is nothing to resume after
    Fix: take the id of each event that has one, also if it is empty; send no Last-Event-ID then

    Example: the last event of a stream
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: call-1, retry: 200ms, data: ""}, {id: "", data: ""}]}}]
        """
      When the client runs for at most 3s
      Then the stream of the call is not resumed after "call-1"

  @CLI-130 @MAY
  Rule: A stream that has brought its answer is not resumed
    Spec: robustness; 2025-11-25 basic/transports, Sending Messages to the Server (the stream ends with the answer)
    Fix: remember that the answer has come, and leave the stream when it ends

    Example: the answer to tools/list
      Given the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{sse: {events: [{id: list-1, retry: 100ms, data: ""}, {id: list-2, answer: true}]}}]
          - when: {method: tools/call}
            do: [{delay: 1500ms}]
        """
      When the client runs for at most 10s
      Then no stream is resumed after "list-2"

    Example: the answer to initialize
      Given the client understands event streams
      And this server:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: initialize, nth: 1}
            do: [{sse: {events: [{id: hello-1, retry: 100ms, data: ""}, {id: hello-2, answer: true}]}}]
          - when: {method: tools/call}
            do: [{delay: 1500ms}]
        """
      When the client runs for at most 10s
      Then no stream is resumed after "hello-2"

    Example: the answer is an error
      Given the client understands event streams
      And the client is asked for "mcpsim-late-answer"
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{sse: {events: [{id: call-1, retry: 100ms, data: ""}, {id: call-2, data: '{"jsonrpc":"2.0","id":"<id>","error":{"code":-32603,"message":"broken"}}'}]}}]
          - when: {tool: add_numbers}
            do: [{delay: 1500ms}]
        """
      When the client runs for at most 10s
      Then no stream is resumed after "call-2"

  @CLI-11 @SHOULD
  Rule: The stream of a call that ends before the answer is resumed by GET
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: send GET with the Last-Event-ID of the broken stream, also if a POST opened it

    Example: a stream that ends at once
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 500ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}, {answer: {}}]
        """
      When the client runs for at most 15s
      Then the stream of the call is resumed

    Example: a connection that breaks
      Fix: take a stream that breaks for one that ends: what came before has an id
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 500ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {notify: {method: notifications/message, params: {level: info, data: 1}}}, {delay: 300ms}, {end: reset}, {answer: {}}]
        """
      When the client runs for at most 15s
      Then the stream of the call is resumed

    Example: a stream with several events
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - sse:
                  events:
                    - {id: call-1, retry: 200ms, data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'}
                    - {id: call-2, data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":2}}'}
                    - {id: call-3, data: ""}
        """
      When the client runs for at most 3s
      Then the stream of the call is resumed after "call-3"

    Example: an id without a field of data
      Fix: keep the id of every event, also of one without data

      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - sse:
                  events:
                    - {id: call-1, retry: 200ms, data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'}
                    - {id: call-2}
        """
      When the client runs for at most 3s
      Then the stream of the call is resumed after "call-2"

    Scenario Outline: <what>
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: "<id>", data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'}]}}]
        """
      When the client runs for at most 10s
      Then the client comes back to the stream of the call
      And the stream of the call is resumed after "<id>"

      Examples:
        | what                                  | id            |
        | nothing says when to come back        | call-1        |
        | an id that looks like something else  | 007:A/b%20+=1 |

    Example: a stream that ends a second time
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 200ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}, {delay: 800ms}, {end: eof}, {delay: 200ms}, {answer: {}}]
        """
      When the client runs for at most 15s
      Then the stream of the call is resumed
      And the client ends with code 0

    Example: a stream that ends a second time, after an event of its own
      Fix: keep the id of the last event of a stream that was resumed, too

      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: call-1, retry: 200ms, data: ""}]}}]
          - when: {verb: GET, header: {Last-Event-ID: "call-1"}}
            do: [{sse: {end: eof, events: [{id: call-2, data: ""}]}}]
            mayNotHappen: true
        """
      When the client runs for at most 3s
      Then the stream of the call is resumed again after "call-2"

    Example: another stream says something before it is resumed
      Fix: keep the last id of each stream by itself

      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true}
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}}
            do: [{answer: {}}, {delay: 500ms}, {notify: {method: notifications/message, params: {level: info, data: 1}}}]
            mayNotHappen: true
          - when: {method: tools/call}
            do: [{sse: {events: [{id: call-1, retry: 1s, data: ""}]}}]
        """
      When the client runs for at most 3s
      Then the stream of the call is resumed after "call-1"

    Example: a stream without ids
      Fix: keep the last id of each stream by itself: one whose events have none cannot be resumed

      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{sse: {events: [{id: list-1, retry: 100ms, data: ""}, {id: list-2, answer: true}]}}]
          - when: {method: tools/call}
            do: [{sse: {events: [{retry: 100ms, data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'}]}}]
        """
      When the client runs for at most 3s
      Then no stream is continued after "list-2"

    Example: a stream to listen that ends without ids
      Fix: keep the last id of each stream by itself, those that you open to listen, too

      Given the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}, nth: 1}
            do: [{answer: {}}, {delay: 1s}, {stream: eof}]
            mayNotHappen: true
          - when: {method: tools/list, nth: 1}
            do: [{sse: {events: [{id: list-1, retry: 100ms, data: ""}, {id: list-2, answer: true}]}}]
          - when: {method: tools/call}
            do: [{delay: 3s}]
        """
      When the client runs for at most 10s
      Then no stream is continued after "list-2"

    Example: beside another stream
      Fix: resume the stream of the call also while the stream of the GET is open

      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 200ms}
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}}
            do: [{answer: {}}, {notify: {method: notifications/message, params: {level: info, data: 1}}}]
            mayNotHappen: true
          - when: {method: tools/call}
            do: [{as: sse}, {delay: 300ms}, {end: eof}, {answer: {}}]
        """
      When the client runs for at most 15s
      Then the stream of the call is resumed
      And the client ends with code 0
