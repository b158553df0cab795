@target
Feature: A client takes what comes beside its answers
  A server may tell how far it is, what it logs and what has changed, at any moment.
  None of that is the answer that a call waits for.

  @CLI-69 @MUST
  Rule: Progress tokens are strings or integers, and no two open requests share one
    Spec: 2025-11-25 basic/utilities/progress, Progress Flow
    Fix: use the id of the request as its token, or count

    Example: a session
      Given a correct server
      When the client runs
      Then every progress token is a string or an integer, and of one request

    Example: every situation
      When the client runs in every situation
      Then every progress token is a string or an integer, and of one request

  @CLI-81 @MUST
  Rule: Messages before an answer do not stand for it
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: read on until the message with the id of the request comes

    Scenario Outline: notifications before the answer to <method>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: <method>}
            do:
              - notify: {method: notifications/message, params: {level: info, data: working}}
              - notify: {method: notifications/message, params: {level: info, data: nearly done}}
              - delay: 200ms
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | method     |
        | tools/list |
        | tools/call |

    Example: progress before the answer to a call
      Given the client is asked for "mcpsim-echo"
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do: [{progress: {count: 3, every: 100ms}}, {result: {content: [{type: text, text: done}]}}]
        """
      When the client runs
      Then the text that a tool gave comes back

  @CLI-82 @MAY
  Rule: Progress of something unknown harms nobody
    Spec: robustness
    Fix: ignore progress whose token you have not given

    Scenario Outline: the token <token>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{notify: {method: notifications/progress, params: {progressToken: <token>, progress: 1}}}, {notify: {method: notifications/progress, params: {progressToken: <token>, progress: 1.25, total: 2.5, message: half}}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | token     |
        | 999999    |
        | "unknown" |

  @CLI-83 @MAY
  Rule: Progress that comes after the answer harms nobody
    Spec: robustness
    Fix: forget the token with the answer, and ignore what comes later

    Example: after the list
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{as: sse}, {progress: 1}, {answer: {}}, {progress: 2}]
          - when: {method: tools/call}
            do: [{delay: 300ms}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-92 @MAY
  Rule: A notification that the client does not know harms nobody
    Spec: robustness; JSON-RPC 2.0, 4.1
    Fix: ignore notifications of unknown methods, and answer none

    Scenario Outline: <method>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{notify: {method: <method>, params: {x: 1}}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | method                           |
        | notifications/mcpsim/unknown     |
        | notifications/resources/updated  |
        | notifications/elicitation/complete |
        | notifications/prompts/list_changed |
        | notifications/resources/list_changed |
        | notifications/tasks/status       |

  @CLI-126 @MAY
  Rule: Progress makes no call last for ever
    Spec: 2025-11-25 basic/lifecycle, Timeouts (a SHOULD; a maximum of more than 20s is not seen)
    Fix: let progress extend the timeout of a call, if at all, up to a maximum

    Example: ten times in a second, and no answer
      Given the client is told:
        """json
        {"timeoutMs": 2000}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{progress: {count: 400, every: 100ms}}]
        """
      When the client runs for at most 20s
      Then the client calls a tool
      And the client ends by itself
