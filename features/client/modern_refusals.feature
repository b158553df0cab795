@target @modern
Feature: A client of servers without a handshake learns from a refusal
  A modern server says why it refuses a request. What can be mended is sent again once,
  all else is told to the user.

  @M-CLI-25 @SHOULD @http
  Rule: A call whose headers are refused is sent again after a look at the list
    Spec: 2026-07-28 basic/transports/streamable-http, Client Behavior
    Fix: on error -32020 list the tools again, make the headers from the new schema, and send the call once more

    Example: the schema asks for a header that the first list did not tell
      Given the client copes with a correct server
      And the client mirrors a parameter
      And this server:
        """yaml
        era: modern
        tools:
          - name: add_numbers
            inputSchema: {type: object, properties: {a: {type: integer, x-mcp-header: First}, b: {type: integer}}, required: [a, b]}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{set: {path: /tools/0/inputSchema, value: {type: object, properties: {a: {type: integer}, b: {type: integer}}, required: [a, b]}}}]
        """
      When the client runs for at most 15s
      Then "tools/list" is sent again
      And the client has done what it was asked for

    @MAY
    Example: a server that refuses whatever comes
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32020, message: Header mismatch}}]
        """
      When the client runs for at most 10s or 150 messages
      Then "tools/call" is sent at most 10 times

  @M-CLI-55 @SHOULD
  Rule: A server without a common version is an error
    Spec: 2026-07-28 basic/versioning, Protocol Version Negotiation
    Fix: if data.supported names no version that you speak, end with an error that names its versions and yours

    Example: versions of another future alone
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: "*"}
            do: [{error: {code: -32022, message: Unsupported protocol version, data: {supported: ["2099-01-01"], requested: "2026-07-28"}}}]
        """
      When the client runs for at most 10s or 100 messages
      Then no request names the revision "2099-01-01"
      And the client fails by itself

    @MAY
    Example: a discovery that names versions of another future alone
      Fix: compare supportedVersions with those that you speak, and end with an error that names both
      Given the client asks server/discover
      And the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: server/discover}
            do: [{set: {path: /supportedVersions, value: ["2099-01-01"]}}]
          - when: {method: initialize}
            do: [{error: {code: -32022, message: Unsupported protocol version, data: {supported: ["2099-01-01"], requested: "2025-11-25"}}}]
            mayNotHappen: true
        """
      When the client runs for at most 10s or 100 messages
      Then no request names the revision "2099-01-01"
      And the client fails by itself

    @MAY
    Example: a version that it names, and refuses
      Given the client asks server/discover
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: server/discover}
            do: [{error: {code: -32022, message: Unsupported protocol version, data: {supported: ["2026-07-28"], requested: "2026-07-28"}}}]
        """
      When the client runs for at most 10s or 100 messages
      Then "server/discover" is sent at most 10 times

  @M-CLI-119 @SHOULD
  Rule: Only methods of the revision are sent
    Spec: 2026-07-28 schema, ClientRequest and ClientNotification; changelog, Major changes
    Fix: send no notifications/initialized, no ping, no logging/setLevel and no resources/subscribe to a server without a handshake, and over HTTP no notifications/cancelled

    Example: every situation
      When the client runs in every situation
      Then no method of a session is sent

    Example: a call that is given up
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then no method of a session is sent
