@target @modern
Feature: Without a handshake each request says all that a server has to know
  The next request may meet another process. What it does not say itself, no server knows.

  @M-CLI-22 @MUST
  Rule: Every request names its version and what the client can do
    Spec: 2026-07-28 basic, _meta: Per-request protocol fields
    Fix: put io.modelcontextprotocol/protocolVersion and …/clientCapabilities into the _meta of each request, and over HTTP the same version into MCP-Protocol-Version

    Example: a correct server
      Given a correct server
      When the client runs
      Then every request says which protocol it is of

    Example: every situation
      When the client runs in every situation
      Then every request says which protocol it is of

  @M-CLI-56 @SHOULD
  Rule: Every request says who the client is
    Spec: 2026-07-28 basic, _meta: Per-request protocol fields
    Fix: put io.modelcontextprotocol/clientInfo, with name and version, into the _meta of each request

    Example: every situation
      When the client runs in every situation
      Then every request says who the client is

  @M-CLI-28 @MUST
  Rule: The client sends no answers
    Spec: 2026-07-28 basic/transports, Messages
    Fix: drop what looks like a request of the server: there are none without a handshake

    Example: a server that asks nevertheless
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{request: {method: roots/list}}, {request: {method: ping}}, {request: {method: mcpsim/unknown}}, {delay: 300ms}]
        """
      When the client runs for at most 15s
      Then no answer is sent

    Example: on the stream of a subscription
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: subscriptions/listen}
            do: [{as: sse}, {request: {method: roots/list}}, {request: {method: ping}}, {request: {method: mcpsim/unknown}}]
            mayNotHappen: true
          - when: {method: tools/call}
            do: [{delay: 500ms}]
        """
      When the client runs for at most 15s
      Then no answer is sent

  @M-CLI-18 @MUST
  Rule: Nothing but messages is sent, one at a time
    Spec: 2026-07-28 basic/transports/stdio, stdio; basic/transports/streamable-http, Sending Messages
    Fix: write each message as one line, or POST it by itself

    Example: every situation
      When the client runs in every situation
      Then everything that is sent is a message
      And everything that is sent is UTF-8

    @SHOULD
    Example: members of one name
      Fix: write each member once: of two, some readers take the first, and others the last (RFC 8259, 4)

      When the client runs in every situation
      Then no object that is sent has two members of one name

    @stdio @SHOULD
    Example: every line
      When the client runs in every situation
      Then every line ends with a line feed alone and says something

  @M-CLI-130 @MUST
  Rule: Requests have the params that their method asks for
    Spec: 2026-07-28 schema
    Fix: make params from the types of the schema; leave members without value out

    Example: every situation
      When the client runs in every situation
      Then every message has the params of its method

  @M-CLI-19 @MUST
  Rule: Ids are strings or integers, and each is used once
    Spec: 2026-07-28 basic, Requests
    Fix: count requests up, through every repetition and every round

    Example: every situation
      When the client runs in every situation
      Then every id is a string or an integer

    @MAY
    Example: none comes twice
      When the client runs in every situation
      Then no id is used twice

  @M-CLI-20 @MUST
  Rule: Cursors come back as they were given
    Spec: 2026-07-28 server/utilities/pagination, Implementation Guidelines
    Fix: treat a cursor as a text without meaning

    Example: a cursor with blanks at its ends
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{set: {path: /nextCursor, value: " 42 "}}]
        """
      When the client runs for at most 15s
      Then every cursor comes back as it was given

    Example: texts that look like something
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: '{"page":2,  "after" : "a\/b"}'}]
          - when: {method: tools/list, nth: 2}
            do: [{cursor: "0042"}]
            mayNotHappen: true
          - when: {method: tools/list, nth: 3}
            do: [{cursor: "-_8eyJwYWdlIjoyfQ"}]
            mayNotHappen: true
          - when: {method: tools/list, nth: 4}
            do: [{cursor: "HTTPS://API.example/list?after=%7ea&page=2#end"}]
            mayNotHappen: true
          - when: {method: tools/list, nth: 5}
            do: [{cursor: "2026-01-02T03:04:05Z"}]
            mayNotHappen: true
          - when: {method: tools/list, nth: 6}
            do: [{cursor: "e\u0301 null"}]
            mayNotHappen: true
          - when: {method: tools/list, nth: 7}
            do: [{cursor: "+/+/eyJwYWdlIjoyfQ=="}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then every cursor comes back as it was given

    Scenario Outline: the cursor of <method>
      Given this server:
        """yaml
        era: modern
        prompts: [greet]
        resources: ["file:///first"]
        templates: ["file:///{name}"]
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}]
        rules:
          - when: {method: <method>, nth: 1}
            do: [{cursor: " %2B+&/?#é eyJwYWdlIjogMn0="}]
        """
      When the client runs
      Then every cursor comes back as it was given

      Examples:
        | method                   |
        | prompts/list             |
        | resources/list           |
        | resources/templates/list |

    Example: every situation
      When the client runs in every situation
      Then every cursor comes back as it was given

  @M-CLI-21 @MUST
  Rule: An empty cursor is not the end of a list
    Spec: 2026-07-28 server/utilities/pagination, Implementation Guidelines
    Fix: stop where nextCursor is missing, not where it is empty

    Example: two pages
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: ""}, {result: {resultType: complete, tools: [], nextCursor: "", ttlMs: 0, cacheScope: public}}]
        """
      When the client runs for at most 15s
      Then every page of the list is asked for

  @M-CLI-26 @MUST
  Rule: A result of an unknown type is invalid
    Spec: 2026-07-28 basic, ResultType
    Fix: take a result without resultType for a complete one, and fail the request for a type that you do not know

    Scenario Outline: a type that there is not, of <method>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: <method>}
            do: [{set: {path: /resultType, value: <type>}}]
        """
      When the client runs for at most 15s
      Then the client fails by itself

      Examples:
        | method     | type     |
        | tools/call | hologram |
        | tools/list | Complete |

    Example: a type that there is not, of the second round
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, requestState: once more}}]
          - when: {method: tools/call, after: 1}
            do: [{set: {path: /resultType, value: hologram}}]
        """
      When the client runs for at most 15s
      Then the client fails by itself

    Example: a type that there is not, of server/discover
      Given the client asks server/discover
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: server/discover}
            do: [{set: {path: /resultType, value: hologram}}]
        """
      When the client runs for at most 15s
      Then the client fails by itself

    @SHOULD
    Scenario Outline: no type, of <method>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: <method>}
            do: [{set: {path: /resultType}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | method     |
        | tools/call |
        | tools/list |
