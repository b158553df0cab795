@target @modern @http
Feature: A modern server compares headers with bodies
  Load balancers and gateways go by the headers, the server by the body. Where the two
  may differ, one of them can be lied to.

  @M-HM-05 @MUST
  Rule: A request without MCP-Protocol-Version is refused with error -32020
    Spec: 2026-07-28 basic/transports/streamable-http, Server Validation
    Fix: answer with HTTP 400 and error -32020

    Scenario Outline: <method> without it
      Given a connection of its own
      And the server opens no sessions
      And the header "MCP-Protocol-Version" is left out
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method          |
        | server/discover |
        | tools/list      |
        | tools/call      |
        | prompts/get     |
        | resources/read  |

  @M-HM-06 @MUST
  Rule: MCP-Protocol-Version is that of the body
    Spec: 2026-07-28 basic/transports/streamable-http, Protocol Version Header
    Fix: answer with HTTP 400 and error -32020 if the header and _meta differ

    Scenario Outline: <method> with an earlier one
      Given a connection of its own
      And the server opens no sessions
      And the header "MCP-Protocol-Version" is "2025-11-25"
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method          |
        | server/discover |
        | tools/list      |
        | tools/call      |
        | resources/read  |

    Example: one of nobody
      Given a connection of its own
      And the header "MCP-Protocol-Version" is "2099-12-31"
      When something that is offered is asked for with "tools/list"
      Then the answer is an error

    Example: another one in the body
      Given a connection of its own
      And the metadata "protocolVersion" is "2099-12-31"
      And the header "MCP-Protocol-Version" is "2026-07-28"
      When the request "server/discover" is sent
      Then it is refused as a mismatch of headers, or for its version

  @M-HM-07 @MUST
  Rule: A version that the server does not speak is refused with HTTP 400
    Spec: 2026-07-28 basic/transports/streamable-http, Protocol Version Header
    Fix: answer with HTTP 400 and error -32022

    Scenario Outline: <method> of a version of nobody
      Given a connection of its own
      And the metadata "protocolVersion" is "1900-01-01"
      When something that is offered is asked for with "<method>"
      Then a refusal has the status 400

      Examples:
        | method          |
        | server/discover |
        | tools/list      |
        | tools/call      |
        | resources/read  |

  @M-HM-08 @MUST
  Rule: An unknown method is answered with HTTP 404 and error -32601
    Spec: 2026-07-28 basic/transports/streamable-http, Protocol Version Header
    Fix: answer with HTTP 404, and error -32601 in its body

    Scenario Outline: <method>
      Given a connection of its own
      When the request "<method>" is sent
      Then a refusal has the status 404

      Examples:
        | method              |
        | x/unknown           |
        | tools/x-unknown     |
        | ping                |
        | resources/subscribe |

  @M-HM-09 @MUST
  Rule: Mcp-Method is there, and the method of the body
    Spec: 2026-07-28 basic/transports/streamable-http, Standard Request Headers
    Fix: answer with HTTP 400 and error -32020 if it is missing or another one

    Scenario Outline: <method> <change>
      Given a connection of its own
      And the header "Mcp-Method" is <change>
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method          | change            |
        | server/discover | left out          |
        | server/discover | "tools/call"      |
        | server/discover | "Server/Discover" |
        | tools/call      | left out          |
        | tools/call      | "mcpsim/another"  |
        | resources/read  | "mcpsim/another"  |
        | tools/list      | left out          |
        | tools/list      | "mcpsim/another"  |
        | prompts/list    | "mcpsim/another"  |
        | prompts/get     | "mcpsim/another"  |

  @M-HM-10 @MUST
  Rule: Mcp-Name is there, and the name or URI of the body
    Spec: 2026-07-28 basic/transports/streamable-http, Standard Request Headers
    Fix: answer tools/call, prompts/get and resources/read with HTTP 400 and error -32020 if it is missing or another one

    Scenario Outline: <method> without it
      Given a connection of its own
      And the header "Mcp-Name" is left out
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |

    Scenario Outline: <method> with another one
      Given a connection of its own
      And the header "Mcp-Name" is "mcpsim_another"
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |

    Scenario Outline: <method> with blanks around the name
      Fix: compare the decoded header with the body as it is, without trimming

      Given a connection of its own
      And the name in the header has blanks around it
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |

    Example: a URI with a letter as its code
      Fix: compare the header with the URI of the body as it is written: what routes by it decodes nothing

      Given a connection of its own
      And the name in the header has a letter as its code
      When something that is offered is asked for with "resources/read"
      Then it is refused as a mismatch of headers

    Scenario Outline: <method> with the name in other case
      Given a connection of its own
      And the name in the header is in other case
      When something that is offered is asked for with "<method>"
      Then it is refused as a mismatch of headers

      Examples:
        | method         |
        | tools/call     |
        | prompts/get    |
        | resources/read |
