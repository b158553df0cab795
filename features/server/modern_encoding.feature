@target @modern @http
Feature: A modern server decodes headers
  Names and arguments may be of any script, headers may not. A server that compares
  without decoding refuses half of the world.

  @M-HM-11 @MUST
  Rule: Mcp-Name is decoded before it is compared
    Spec: 2026-07-28 basic/transports/streamable-http, Value Encoding
    Fix: decode =?base64?...?= first

    Scenario Outline: <method>
      Given a connection of its own
      And the name in the header is encoded
      When something that is offered is asked for with "<method>"
      Then it is not refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |

    Scenario Outline: <method> of a name that is not ASCII
      Given a connection of its own
      And the server declares "<capability>"
      When the request "<method>" is sent with:
        """json
        <params>
        """
      Then it is not refused as a mismatch of headers, whatever else is wrong with it

      Examples:
        | capability | method         | params                                  |
        | tools      | tools/call     | {"name": "mcpsim_no_such_tool-ü"}       |
        | resources  | resources/read | {"uri": "mcpsim://no/such/resource-ü"}  |

  @M-HM-12 @MUST
  Rule: What cannot be decoded is refused
    Spec: 2026-07-28 basic/transports/streamable-http, Server Validation
    Fix: answer with HTTP 400 and error -32020

    Scenario Outline: <method>
      Given a connection of its own
      And names in headers are compared
      And the header "Mcp-Name" is "=?base64?***?="
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |

    Example: a sentinel of nothing
      Given a connection of its own
      And names in headers are compared
      And the header "Mcp-Name" is "=?base64??="
      When something that is offered is asked for with "tools/call"
      Then it is refused as a mismatch of headers

    @MAY
    Example: base64 with what is none in it
      Given a connection of its own
      And names in headers are compared
      And the name in the header is encoded with what is no base64 in it
      When something that is offered is asked for with "tools/call"
      Then it is refused as a mismatch of headers

  @M-HM-39 @MUST
  Rule: Only the sentinel as it is written is one
    Spec: 2026-07-28 basic/transports/streamable-http, Value Encoding
    Fix: compare =?BASE64?...?= as it is

    Scenario Outline: <method>
      Given a connection of its own
      And names in headers are compared
      And the name in the header is encoded in capitals
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |

    Example: a sentinel whose end is that of its beginning
      Given a connection of its own
      And names in headers are compared
      And the header "Mcp-Name" is "=?base64?="
      When something that is offered is asked for with "tools/call"
      Then it is refused as a mismatch of headers

    Example: a sentinel that does not end
      Given a connection of its own
      And names in headers are compared
      And the name in the header is encoded without its end
      When something that is offered is asked for with "tools/call"
      Then it is refused as a mismatch of headers

  @M-HM-17 @MUST
  Rule: Names of headers are the same in any case
    Spec: 2026-07-28 basic/transports/streamable-http, Case Sensitivity
    Fix: compare names of headers without case, and values with it

    Scenario Outline: an odd spelling, for <method>
      Given a connection of its own
      And the headers are spelled in small letters
      When something that is offered is asked for with "<method>"
      Then the answer is a result

      Examples:
        | method          |
        | server/discover |
        | tools/call      |

    Example: an odd spelling of a parameter
      Given a connection of its own
      And a tool with a parameter that is mirrored
      And the headers are spelled in small letters
      When it is called with the header as it should be
      Then it is not refused as a mismatch of headers

  @M-HM-36 @MAY
  Rule: A name beside a method that has none is not preferred to the body
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Standard Request Headers
    Fix: ignore Mcp-Name there, or refuse the request with 400

    Scenario Outline: <method>
      Given a connection of its own
      And the header "Mcp-Name" is "mcpsim"
      When something that is offered is asked for with "<method>"
      Then the status is 200 or 400

      Examples:
        | method          |
        | server/discover |
        | tools/list      |

    Example: the list is whole
      Given a connection of its own
      And the server declares "tools"
      When tools/list is sent without Mcp-Name, and with one
      Then both have the same items

  @M-HM-37 @MAY
  Rule: A header that is there twice, with different values, is refused
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Server Validation
    Fix: look at all values of Mcp-Method, Mcp-Name and MCP-Protocol-Version, and refuse what has two of them

    Scenario Outline: two of <name>, the <which> one wrong
      Given a connection of its own
      When something that is offered is asked for with "tools/call", and two headers "<name>", the <which> one wrong
      Then it is not served

      Examples:
        | name                 | which  |
        | Mcp-Method           | first  |
        | Mcp-Method           | second |
        | Mcp-Name             | first  |
        | Mcp-Name             | second |
        | MCP-Protocol-Version | first  |
        | MCP-Protocol-Version | second |

  @M-HM-40 @MAY
  Rule: Parameters in headers that the server does not know are ignored
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Server Behavior for Custom Headers
    Fix: look only at headers that an x-mcp-header of the tool names

    Scenario Outline: a header of nobody, with <method>
      Given a connection of its own
      And the header "Mcp-Param-Mcpsim-Nobody" is "1"
      When something that is offered is asked for with "<method>"
      Then the answer is a result, and no tool has failed

      Examples:
        | method          |
        | server/discover |
        | tools/list      |
        | tools/call      |
