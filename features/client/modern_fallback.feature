@target @modern
Feature: A client that speaks both eras falls back where a server is an earlier one
  Earlier servers know nothing of server/discover. Each of them says so in its own way, and
  some say nothing.

  Background:
    Given the client falls back to earlier revisions

  @M-CLI-40 @MUST
  Rule: Whatever a server answers that is not modern leads to initialize
    Spec: 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: take any error but -32020, -32021 and -32022, any result of another form, and silence for the answer of an earlier server

    Scenario Outline: <what>
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [<do>]
        """
      When the client runs for at most 25s
      Then initialize follows

      Examples:
        | what                       | do                                                                                                        |
        | an unknown method          | {error: {code: -32601, message: Method not found}}                                                        |
        | wrong params               | {error: {code: -32602, message: Invalid request parameters}}                                              |
        | an invalid request         | {error: {code: -32600, message: Invalid Request}}                                                         |
        | an error of its own        | {error: {code: -32000, message: Server not initialized}}                                                  |
        | a missing resource         | {error: {code: -32002, message: Not found}}                                                               |
        | a code without meaning     | {error: {code: 0, message: error}}                                                                        |
        | an empty result            | {result: {}}                                                                                              |
        | earlier versions alone     | {error: {code: -32022, message: Unsupported, data: {supported: ["2025-11-25"], requested: "2026-07-28"}}} |

    @stdio @SHOULD
    Example: no answer at all
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then initialize follows

    @stdio @MAY
    Example: an answer without the id of the request
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{raw: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'}, {raw: "\n"}, {never: {}}]
        """
      When the client runs for at most 25s
      Then initialize follows

  @M-CLI-44 @MAY @stdio
  Rule: A server that ends at server/discover is started again, and initialized
    Spec: robustness; 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: start it once more when it ends before it has answered, and begin with initialize

    Example: it exits
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{exit: 1}]
        """
      When the client runs for at most 25s
      Then initialize follows
      And 2 server processes are started

  @M-CLI-45 @MAY @stdio
  Rule: No second process is started to find the era out
    Spec: robustness; 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: ask in the process that is there: a second one doubles everything that a server does as it starts

    Scenario Outline: <what>
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [<do>]
        """
      When the client runs for at most 25s
      Then initialize follows
      And one server process runs at a time

      Examples:
        | what              | do                                                 |
        | an unknown method | {error: {code: -32601, message: Method not found}} |
        | no answer at all  | {never: {}}                                        |

  @M-CLI-46 @MAY @stdio
  Rule: A discovery that comes late still counts
    Spec: robustness; 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: take error -32022 to initialize, or a discovery that comes before its answer, for a modern server

    Example: after seven seconds
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: server/discover, nth: 1}
            do: [{delay: 7s}]
        """
      When the client runs for at most 25s
      Then the client has done what it was asked for
