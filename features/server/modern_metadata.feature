@target @modern
Feature: A modern server reads the metadata of each request
  The version and what the client can do come with every request. A server that
  remembers them from another one mixes up its clients; one that does not look serves
  who cannot read its answer.

  @M-BASE-21 @MUST
  Rule: A request without its metadata is refused with error -32602
    Spec: 2026-07-28 basic, _meta
    Fix: answer requests without protocolVersion or clientCapabilities in _meta with error -32602, over HTTP with 400

    Scenario Outline: <method> without clientCapabilities
      Given a connection of its own
      And the metadata "clientCapabilities" is left out
      When something that is offered is asked for with "<method>"
      Then the answer is the error -32602

      Examples:
        | method               |
        | server/discover      |
        | tools/list           |
        | tools/call           |
        | prompts/list         |
        | prompts/get          |
        | resources/read       |
        | subscriptions/listen |

    Scenario Outline: <method> without a version
      Given a connection of its own
      And the server opens no sessions
      And the metadata "protocolVersion" is left out
      When something that is offered is asked for with "<method>"
      Then the answer is the error -32602, or over HTTP -32020

      Examples:
        | method              |
        | server/discover     |
        | tools/call          |
        | prompts/list        |
        | resources/read      |
        | completion/complete |

    Example: no metadata
      Given a connection of its own
      And the server opens no sessions
      And there is no metadata
      When the request "server/discover" is sent
      Then the answer is the error -32602, or over HTTP -32020

    Scenario Outline: <method>, of a client that has said its <key> before
      Fix: read the metadata of each request, and keep nothing of what the one before has said

      Given a connection of its own
      And the server opens no sessions
      When the request "server/discover" is sent
      And the metadata "<key>" is not said again
      And something that is offered is asked for with "<method>"
      Then the answer is the error -32602, or over HTTP -32020

      Examples:
        | method         | key                |
        | tools/list     | protocolVersion    |
        | tools/call     | protocolVersion    |
        | resources/read | clientCapabilities |
        | tools/call     | clientCapabilities |

    @MAY
    Scenario Outline: <key> of a wrong type
      Given a connection of its own
      And the metadata "<key>" is the JSON <value>
      When the request "server/discover" is sent
      Then the answer is an error

      Examples:
        | key                | value |
        | protocolVersion    | 7     |
        | clientCapabilities | "all" |
        | clientCapabilities | null  |
        | clientCapabilities | []    |

  @M-HM-28 @MUST @http
  Rule: Malformed metadata is refused with HTTP 400
    Spec: 2026-07-28 basic, _meta
    Fix: answer with HTTP 400, and the error in its body

    Scenario Outline: <method> without <key>
      Given a connection of its own
      And the server opens no sessions
      And the metadata "<key>" is left out
      When something that is offered is asked for with "<method>"
      Then a refusal has the status 400

      Examples:
        | method          | key                |
        | server/discover | clientCapabilities |
        | server/discover | protocolVersion    |
        | tools/call      | clientCapabilities |

    @SHOULD
    Example: clientCapabilities of a wrong type
      Given a connection of its own
      And the metadata "clientCapabilities" is the JSON "all"
      When the request "server/discover" is sent
      Then a refusal has the status 400

  @M-BASE-22 @MAY
  Rule: A client need not say who it is
    Spec: 2026-07-28 basic, _meta (clientInfo is not required)
    Fix: serve requests without clientInfo

    Scenario Outline: <method> without clientInfo
      Given a connection of its own
      And the metadata "clientInfo" is left out
      When something that is offered is asked for with "<method>"
      Then the answer is a result

      Examples:
        | method          |
        | server/discover |
        | tools/list      |
        | tools/call      |
        | resources/read  |

  @M-BASE-32 @MAY
  Rule: What the server does not know of a client's metadata it passes over
    Spec: robustness; 2026-07-28 basic/versioning, Extension Negotiation
    Fix: ignore extensions, capabilities and keys of _meta that you do not know

    Scenario Outline: <what>
      Given a connection of its own
      And the metadata "<key>" is the JSON <value>
      When the request "server/discover" is sent
      Then the answer is a result

      Examples:
        | what          | key                | value                                      |
        | an extension  | clientCapabilities | {"extensions": {"com.example/x": {}}}      |
        | a capability  | clientCapabilities | {"x-mcpsim": {"a": 1}}                     |
        | a key         | com.example/x      | [1, "ü"]                                   |
        | a bare key    | mcpsim             | {"a": null}                                |
        | more of names | clientInfo         | {"name": "mcpsim", "version": "1", "x": {"y": 1}} |

    Example: a key, in a call
      Given a connection of its own
      And the metadata "com.example/x" is the JSON [1, "ü"]
      When something that is offered is asked for with "tools/call"
      Then the answer is a result

  @M-BASE-33 @MAY
  Rule: Trace contexts are accepted, whatever is in them
    Spec: robustness; 2026-07-28 basic, _meta
    Fix: pass over a trace context that you cannot read

    Scenario Outline: <key> <value>
      Given a connection of its own
      And the metadata "<key>" is the JSON <value>
      When the request "server/discover" is sent
      Then the answer is a result

      Examples:
        | key         | value                                                     |
        | traceparent | "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01" |
        | traceparent | "mcpsim"                                                  |
        | tracestate  | "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"                 |
        | tracestate  | "mcpsim"                                                  |
        | baggage     | "a=1,b=2"                                                 |
        | baggage     | "mcpsim"                                                  |
