@target @modern @http
Feature: A client reads an answer in whichever form it comes
  The server chooses for each request whether its answer is a body of JSON or an event of a
  stream, beside which there may be others.

  @M-CLI-07 @MUST
  Rule: Every POST accepts both forms of an answer
    Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages
    Fix: send Accept: application/json, text/event-stream

    Example: a correct server
      Given a correct server
      When the client runs
      Then every POST accepts application/json and text/event-stream

    Example: the second round of a call
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, requestState: '{"step": 2,  "of": 1.0}'}}]
        """
      When the client runs for at most 15s
      Then every POST accepts application/json and text/event-stream

    Example: every situation
      When the client runs in every situation
      Then every POST accepts application/json and text/event-stream

  @M-CLI-08 @MUST
  Rule: Both forms of an answer are understood
    Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages
    Fix: decide by the Content-Type of each answer, not by that of the first

    Scenario Outline: <form>
      Given the client copes with one form of answers
      And this server:
        """yaml
        era: modern
        http: {answers: <form>}
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | form |
        | json |
        | sse  |

    Example: progress comes before the answer
      Fix: read the stream up to the answer with the id of the request: what comes before it is told beside it
      Given the client copes with one form of answers
      And this server:
        """yaml
        era: modern
        http: {answers: sse}
        rules:
          - when: {method: tools/call}
            do: [{progress: {count: 3, every: 50ms}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

    Example: a stream brings the answer while another brings changes
      Fix: keep the streams apart: each POST has an answer of its own

      Given the client copes with one form of answers
      And this server:
        """yaml
        era: modern
        http: {answers: sse}
        rules:
          - when: {method: tools/call}
            do: [{delay: 500ms}, {notify: {method: notifications/tools/list_changed, count: 20}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

  @M-CLI-67 @MUST
  Rule: Comments in event streams are ignored
    Spec: 2026-07-28 basic/transports/streamable-http, Receiving Messages
    Fix: skip lines that begin with a colon

    Example: before the answer
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{comment: working on it}, {answer: true}]}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

  @M-CLI-134 @SHOULD
  Rule: What is answered to a question fits it
    Spec: 2026-07-28 basic/patterns/mrtr, Client Requirements; client/elicitation, client/roots and client/sampling, Data Types
    Fix: answer as you answer the requests of a session: an action with the content of the form, a message, roots that are files

    Scenario Outline: <what>
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, inputRequests: {it: <question>}}}]
        """
      When the client runs for at most 15s
      Then every answer fits its question

      Examples:
        | what   | question |
        | a form | {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {name: {type: string}}}}} |
        | roots  | {method: roots/list, params: {}} |
        | a form in which everything is required | {method: elicitation/create, params: {mode: form, message: Which ones?, requestedSchema: {type: object, properties: {size: {type: string, oneOf: [{const: s, title: Small}, {const: l, title: Large}]}, colours: {type: array, minItems: 1, items: {anyOf: [{const: r, title: Red}, {const: g, title: Green}]}}, days: {type: array, minItems: 1, items: {type: string, enum: [mon, tue]}}, unit: {type: string, enum: [a, b], enumNames: [First, Second]}, count: {type: integer, minimum: 3}, mail: {type: string, format: email}}, required: [size, colours, days, unit, count, mail]}}} |

    Example: every situation
      When the client runs in every situation
      Then every answer fits its question
