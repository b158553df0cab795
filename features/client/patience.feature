@target
Feature: A client waits as long as it must, and not for ever
  Servers start slowly, and some calls are never answered. The user must be able to
  tell one from the other in the end.

  @CLI-38 @MAY
  Rule: A request that is never answered is given up
    Spec: 2025-11-25 basic/lifecycle, Timeouts (a SHOULD; a timeout of more than 25s is not seen)
    Fix: give every request a timeout, and make it a setting; keep to the timeoutMs that you are told

    Example: a call
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the client calls a tool
      And the client ends by itself

    Example: initialize
      Given the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the client ends by itself

    Scenario Outline: <method>
      Given the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 2000}
        """
      And this server:
        """yaml
        prompts: [greet]
        resources: ["file:///first"]
        rules:
          - when: {method: <method>}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the client ends by itself

      Examples:
        | method         |
        | tools/list     |
        | prompts/list   |
        | resources/list |

  @FF-63 @MAY @http
  Rule: An answer that says nothing is given up, too
    Spec: robustness
    Fix: let the timeout of a request run until its answer is complete, not until the status is there

    Scenario Outline: <what>
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: <do>
        """
      When the client runs for at most 25s
      Then the client calls a tool
      And the client ends by itself

      Examples:
        | what                  | do                        |
        | a silent event stream | [{as: sse}, {end: none}]  |
        | a body that stays out | [{as: json}, {end: none}] |
        | 202 without an answer | [{status: 202}]           |

    Example: nothing answers the notice of a cancellation
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{never: {}}]
          - when: {method: notifications/cancelled}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the client ends by itself

  @FF-26 @MAY
  Rule: A server that starts slowly is waited for
    Spec: robustness; package runners download before they start
    Fix: give the first answer more time than the others

    Example: three seconds
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{delay: 3s}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-103 @MAY
  Rule: A call that takes its time is waited for
    Spec: robustness
    Fix: give a call at least some seconds

    Example: three seconds
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{delay: 3s}]
        """
      When the client runs
      Then the client has done what it was asked for
      And "tools/call" is sent at most 1 time

  @CLI-141 @MAY
  Rule: A call is waited for as long as the client was told
    Spec: robustness; HTTP libraries have timeouts of their own, of five seconds and more, for what is read
    Fix: set the timeouts of your HTTP library and of your pipes beyond that of a call, and count the one of the call alone

    Scenario Outline: <what>
      Given the client understands event streams
      And the client is told:
        """json
        {"timeoutMs": 20000}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [<do>]
        """
      When the client runs
      Then the call is waited for
      And "tools/call" is sent at most 1 time

      Examples:
        | what                               | do                                                                                                          |
        | an answer that comes late          | {delay: 5500ms}                                                                                             |
        | a stream that is silent in between | {as: sse}, {notify: {method: notifications/message, params: {level: info, data: working}}}, {delay: 5500ms} |

  @FF-25 @MAY
  Rule: A call that is given up costs no session
    Spec: robustness
    Fix: cancel the call by its id, and keep the connection

    Example: the next call comes over the same one
      Given the client copes with a correct server
      And the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{delay: 2s}]
        """
      When the client runs
      Then the client calls a tool
      And "initialize" is sent at most 1 time
      And another call follows the one that is given up

  @CLI-140 @MAY
  Rule: A client that is done ends soon
    Spec: robustness; what has started the program waits for its end
    Fix: end streams and processes yourself when you are done, and wait for a moment only until they have ended

    Example: a correct server
      Given a correct server
      When the client runs
      Then the client ends within 5s of the last answer
