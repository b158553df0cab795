@target @modern
Feature: A modern server says what it is
  There is no handshake any more: a client asks server/discover, or just begins. Who
  answers with the wrong versions or the wrong error sends clients into the wrong era.

  @M-DISC-01 @MUST
  Rule: server/discover is answered
    Spec: 2026-07-28 server/discover, Request
    Fix: answer server/discover with supportedVersions and capabilities, at any time and on every connection

    Example: the first request
      Given a fresh connection
      When the request "server/discover" is sent
      Then the answer is a result

    Example: a later one
      Given a connection
      When the request "server/discover" is sent
      And the request "server/discover" is sent
      Then the answer is a result

    Example: many of them
      Given a fresh connection
      When 20 pings are sent, one after the other
      Then all of them are answered

    @MAY
    Example: the same each time
      Given a connection of its own
      When the request "server/discover" is sent
      And the request "server/discover" is sent again, on a connection of its own
      Then both answers name the same versions and capabilities

  @M-DISC-02 @MUST
  Rule: A discovery names versions and capabilities
    Spec: 2026-07-28 server/discover, DiscoverResult
    Fix: supportedVersions is an array of one or more strings, capabilities an object of objects, instructions a string

    Example: its form
      Given a connection
      When the request "server/discover" is sent
      Then the answer says what the server can do

    @MAY
    Example: the version that was used
      Given a connection
      When the request "server/discover" is sent
      Then the versions that it names have "2026-07-28" among them

  @M-DISC-21 @SHOULD
  Rule: Icons of the server are pictures that clients load
    Spec: 2026-07-28 basic, icons (src is a URI: http, https or data)
    Fix: give every icon an absolute URL, or a data URL, as its src

    Example: server/discover
      Given a connection
      When the request "server/discover" is sent
      Then every icon of the server can be shown

  @M-DISC-03 @MUST
  Rule: A version that the server does not speak is refused with error -32022
    Spec: 2026-07-28 basic/versioning, Protocol Version Negotiation
    Fix: answer with error -32022 and data {"supported": [your versions], "requested": what was asked for}

    Scenario Outline: <method> of <version>
      Given a connection of its own
      And the metadata "protocolVersion" is "<version>"
      When the request "<method>" is sent
      Then the answer is the error -32022
      And it names the versions that the server speaks, and "<version>"

      Examples:
        | method          | version    |
        | server/discover | 1900-01-01 |
        | server/discover | 2099-12-31 |
        | server/discover | 2026-07-29 |

    Example: a version that begins like one that the server speaks
      Given a connection of its own
      And the metadata "protocolVersion" is "2026-07-28-mcpsim"
      When the request "server/discover" is sent
      Then the answer is an error

    Scenario Outline: <method> of 1900-01-01
      Given a connection of its own
      And the metadata "protocolVersion" is "1900-01-01"
      When something that is offered is asked for with "<method>"
      Then the answer is the error -32022
      And it names the versions that the server speaks, and "1900-01-01"

      Examples:
        | method               |
        | tools/list           |
        | tools/call           |
        | prompts/get          |
        | resources/read       |
        | completion/complete  |
        | subscriptions/listen |

    Example: a client that has spoken another one before
      Given a connection of its own
      When the request "server/discover" is sent
      And the metadata "protocolVersion" changes to "1900-01-01"
      And the request "server/discover" is sent
      Then the answer is the error -32022

    Example: a call of a client that has spoken another one before
      Given a connection of its own
      When the request "server/discover" is sent
      And the metadata "protocolVersion" changes to "1900-01-01"
      And something that is offered is asked for with "tools/call"
      Then the answer is the error -32022

    @MAY
    Example: a version with a handshake
      Given a connection of its own
      And the metadata "protocolVersion" is "2025-11-25"
      When the request "server/discover" is sent
      Then the answer is an error

  @M-DISC-04 @MUST
  Rule: Every version that the server names it also speaks
    Spec: 2026-07-28 basic/versioning, Protocol Version Negotiation
    Fix: name only versions that you serve: modern ones without a handshake, earlier ones with initialize

    Example: all of them
      When every version that the server names is tried
      Then each of them is served

    Example: those that an error names
      When the versions that error -32022 names are tried
      Then each of them is served

  @M-DISC-05 @MAY
  Rule: A request of a wrong version spoils nothing
    Spec: robustness; 2026-07-28 basic, Statelessness
    Fix: judge each request by itself

    Example: good ones after a bad one
      Given a connection of its own
      And the metadata "protocolVersion" is "1900-01-01"
      When the request "server/discover" is sent
      And the metadata is right again
      And server/discover is sent, and a list that is declared is asked for
      Then the answer is a result

  @M-DISC-06 @MUST
  Rule: Any request may be the first one
    Spec: 2026-07-28 basic, Statelessness
    Fix: wait for no handshake and no server/discover: each request brings its own metadata

    Example: a list
      When a list that is declared is the first request on a connection
      Then the answer is a result

    Example: a call
      When a call is the first request on a connection
      Then it is answered as on any other connection

    Scenario Outline: <method>
      When "<method>" is the first request on a connection
      Then it is answered as on any other connection

      Examples:
        | method         |
        | prompts/get    |
        | resources/read |

    Example: a subscription
      When nothing is listened to, with the first request on a connection
      Then the first message acknowledges the subscription

  @M-DISC-10 @SHOULD
  Rule: A server without a handshake names its versions to clients that try one
    Spec: 2026-07-28 basic/versioning, Backward Compatibility with Initialization-Based Versions
    Fix: name the versions that you speak in the error that answers initialize

    Example: a client of an earlier revision
      Given a fresh connection
      And the server opens no sessions
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id": "mcpsim-legacy", "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "mcpsim", "version": "1"}}}
        """
      Then an error names a version that the server speaks

  @M-BASE-30 @MUST
  Rule: The name of an extension has a prefix
    Spec: 2026-07-28 basic/versioning, Extension Negotiation
    Fix: name extensions as keys of _meta are named, with a prefix: com.example/name

    Example: those that it declares
      Given a connection
      When the request "server/discover" is sent
      Then every extension that it declares has a prefix and a well-formed name
