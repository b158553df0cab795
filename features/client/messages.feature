@target
Feature: A client writes what a server can read
  A server that meets a line it cannot read has nobody to tell, and one that sees
  the same id twice answers the wrong question.

  @CLI-18 @MUST
  Rule: Everything that is sent is a message
    Spec: 2025-11-25 basic/transports, stdio and Sending Messages to the Server
    Fix: write each message as one line (stdio) or one body (HTTP), without line breaks in it, and no arrays

    Example: every situation
      When the client runs in every situation
      Then everything that is sent is a message

    @SHOULD
    Example: members of one name
      Fix: write each member once: of two, some readers take the first, and others the last (RFC 8259, 4)

      When the client runs in every situation
      Then no object that is sent has two members of one name

  @CLI-19 @MUST
  Rule: Ids of requests are strings or integers, and none is used twice
    Spec: 2025-11-25 basic, Requests
    Fix: count ids upwards for the whole session

    Example: every situation
      When the client runs in every situation
      Then every id is a string or an integer
      And no id is used twice

  @CLI-131 @MAY
  Rule: The id of a request of the server comes back with all its digits
    Spec: robustness; JSON-RPC 2.0, 4: ids are integers, of any size
    Fix: keep an id as the text that it is, or as an integer of 64 bits; a floating-point number holds 53 of them

    Example: an id that a floating-point number cannot hold
      Given the client answers pings during a call
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - when: {method: tools/call}
            do: [{request: {method: ping, id: 9007199254740993}}, {delay: 1500ms}]
        """
      When the client runs
      Then no answer has a rounded id

  @CLI-118 @SHOULD
  Rule: Arguments are those that the tool asks for
    Spec: 2025-11-25 server/tools, Tool (inputSchema)
    Fix: send arguments as an object with all required members, each of its type

    Example: every situation
      When the client runs in every situation
      Then the arguments of every call fit the schema of the tool

  @CLI-119 @SHOULD
  Rule: Only methods of clients are sent
    Spec: 2025-11-25 schema, ClientRequest and ClientNotification; JSON-RPC 2.0, 4
    Fix: send what the specification lets clients send; a session is closed without a message

    Example: every situation
      When the client runs in every situation
      Then no method is sent that clients do not have

  @CLI-20 @MUST
  Rule: A cursor is given back as it came
    Spec: 2025-11-25 server/utilities/pagination, Implementation Guidelines
    Fix: keep the cursor as the string that it is; do not parse, trim or encode it

    Scenario Outline: the cursor <cursor>
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: <cursor>}]
        """
      When the client runs
      Then every cursor comes back as it was given

      Examples:
        | cursor                       |
        | "eyJwYWdlIjogMn0="           |
        | "  %2B+&=/?#é🚀\t\"\\ "       |
        | "9007199254740993"           |
        | "eyJvZmZzZXQiOjEwMCwiZmlsdGVyIjp7Im5hbWUiOiJhIiwidGFncyI6WyJiIiwiYyJdfSwic29ydCI6Im5hbWUiLCJkaXJlY3Rpb24iOiJhc2MiLCJzbmFwc2hvdCI6IjAxOTJmM2E0LTdjMWUtN2I3Yy04ZDNlLTljMGE1YjZjN2Q4ZSIsInNpZ25hdHVyZSI6InhYeFh4WHhYeFh4WHhYeFh4WHhYeFh4WHhYeFh4WHhYeFh4WCJ9" |

    Example: texts that look like something
      Given this server:
        """yaml
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

    @http
    Example: a session that is lost
      Fix: use no cursor of one session in another: read the list again from its beginning

      Given this server:
        """yaml
        pageSize: 1
        tools:
          - first
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        rules:
          - when: {method: tools/list, nth: 2}
            do: [{session: expire}]
        """
      When the client runs
      Then every cursor comes back as it was given
