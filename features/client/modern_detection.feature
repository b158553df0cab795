@target @modern
Feature: A client finds out which era a server is of
  For a year servers of both eras are about. A client that guesses wrong hangs, starts its
  server twice, or talks to a modern server as its users no longer do.

  @M-CLI-39 @SHOULD @stdio
  Rule: A client that speaks both eras asks server/discover first
    Spec: 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: send server/discover before anything else, with your newest version and your capabilities in its _meta

    Example: a server without a handshake
      Given the client falls back to earlier revisions
      And a correct server
      When the client runs
      Then server/discover is the first message

  @M-CLI-41 @MUST
  Rule: After a discovery that names a common version no initialize is sent
    Spec: 2026-07-28 basic/versioning, Compatibility Matrix
    Fix: decide once for a process or an origin; a server that has answered as a modern one stays one

    Scenario Outline: <what>
      Given this server:
        """yaml
        era: <era>
        rules:
          - when: {method: <method>, nth: 1}
            do: [<do>]
        """
      When the client runs for at most 15s
      Then no initialize is sent

      Examples:
        | what                     | era    | method          | do                                                          |
        | a server of both eras    | dual   | tools/list      | {delay: 0s}                                                 |
        | a discovery that is slow | dual   | server/discover | {delay: 500ms}                                              |
        | a list that is refused   | dual   | tools/list      | {error: {code: -32603, message: broken}}                    |
        | an unknown method        | modern | tools/call      | {error: {code: -32601, message: Method not found}}          |
        | an error of its own      | modern | tools/call      | {error: {code: -32000, message: Server not initialized}}    |
        | a version that is refused | dual  | tools/call      | {error: {code: -32022, message: Unsupported protocol version, data: {supported: ["2025-11-25", "2026-07-28"], requested: x}}} |

  @M-CLI-42 @MUST
  Rule: Error -32022 that names a modern version leads to no initialize
    Spec: 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: take the newest version of data.supported that you speak, and ask again; without one end with an error that names both lists

    Scenario Outline: <what>
      Given the client asks server/discover
      And this server:
        """yaml
        era: dual
        rules:
          - when: {method: server/discover, first: <times>}
            do: [{error: {code: -32022, message: Unsupported protocol version, data: {supported: <supported>, requested: x}}}]
        """
      When the client runs for at most 15s
      Then no initialize is sent

      Examples:
        | what                        | times | supported                          |
        | a common version            | 1     | ["2025-11-25", "2026-07-28"]       |
        | a version of another future | 1000  | ["2099-01-01"]                     |

    @SHOULD
    Example: the version is taken from the list
      Given the client asks server/discover
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: server/discover, nth: 1}
            do: [{error: {code: -32022, message: Unsupported protocol version, data: {supported: ["2099-01-01", "2026-07-28"], requested: x}}}]
        """
      When the client runs for at most 15s
      Then "server/discover" is sent again as version "2026-07-28"

  @M-CLI-43 @MAY
  Rule: Errors -32020 and -32021 are those of a modern server
    Spec: robustness; 2026-07-28 basic/transports/stdio, Backward Compatibility
    Fix: stay with the modern protocol, or tell the error: no earlier server has these codes

    Scenario Outline: <code>
      Given the client asks server/discover
      And this server:
        """yaml
        era: dual
        rules:
          - when: {method: server/discover}
            do: [{error: {code: <code>, message: refused, data: {requiredCapabilities: {sampling: {}}}}}]
        """
      When the client runs for at most 15s
      Then no initialize is sent

      Examples:
        | code   |
        | -32020 |
        | -32021 |

  @M-CLI-53 @SHOULD
  Rule: A server is asked for its era once
    Spec: 2026-07-28 basic/versioning, Backward Compatibility with Initialization-Based Versions
    Fix: keep what you have found out for the life of the process, or for the origin

    Example: a server without a handshake
      Given the client asks server/discover
      And a correct server
      When the client runs
      Then "server/discover" is sent at most 1 time
