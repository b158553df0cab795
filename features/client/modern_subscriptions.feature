@target @modern
Feature: A client that listens for changes does not need them
  Servers end subscriptions, refuse them, and never begin them. All of these are still
  servers that can be used.

  @M-CLI-70 @SHOULD
  Rule: A subscription asks for what the server declares
    Spec: 2026-07-28 basic/patterns/subscriptions, Acknowledgment
    Fix: ask for changes of a list only if the server declares listChanged for it

    Example: a server whose tools never change
      Given this server:
        """yaml
        era: modern
        capabilities: {tools: {}}
        """
      When the client runs
      Then every subscription asks for what the server declares

    Example: every situation
      When the client runs in every situation
      Then every subscription asks for what the server declares

  @M-CLI-73 @MAY
  Rule: A client goes on whatever becomes of a subscription
    Spec: robustness; 2026-07-28 basic/patterns/subscriptions, Opening a Stream
    Fix: use the server as if nothing ever changed

    Scenario Outline: <what>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: subscriptions/listen}
            do: [<do>]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | what              | do                                                   |
        | an unknown method | {error: {code: -32601, message: Method not found}}   |
        | no answer         | {never: {}}                                          |

    @stdio
    Example: the server takes it back
      Fix: take notifications/cancelled with the id of a subscription for its end, and go on
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: subscriptions/listen}
            do:
              - {raw: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":<id>}}'}
              - {raw: "\n"}
              - {never: {}}
          - when: {method: tools/call}
            do: [{delay: 300ms}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

  @M-CLI-75 @MAY @stdio
  Rule: What belongs to no subscription of the client changes nothing
    Spec: 2026-07-28 basic/patterns/subscriptions, Receiving Notifications (a MUST: to correlate by the id)
    Fix: compare subscriptionId with the ids of your own subscriptions, and ignore what has another

    Example: a change that is told to another subscription
      Given the client lists again when the list changes
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do:
              - {raw: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"of another"}}}'}
              - {raw: "\n"}
              - {delay: 1500ms}
        """
      When the client runs for at most 15s
      Then no list is asked for while the call is open

  @M-CLI-72 @MAY
  Rule: A subscription that ends is not opened again at once
    Spec: robustness; 2026-07-28 basic/patterns/subscriptions, Graceful Closure
    Fix: wait before you open it again, longer each time

    Example: the server ends it at once
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: subscriptions/listen}
            do: [{result: {resultType: complete}}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs for at most 10s or 100 messages
      Then "subscriptions/listen" is sent at most 10 times

    @http
    Example: its stream is cut at once
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: subscriptions/listen}
            do: [{as: sse}, {end: eof}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs for at most 10s or 100 messages
      Then "subscriptions/listen" is sent at most 10 times
