@target @http
Feature: A server reads the headers of its clients
  Browsers, proxies and old clients send headers of their own, and leave some out. Who
  refuses the wrong ones shuts clients out, and who accepts the wrong ones lets anybody in.

  @HL-30 @MUST
  Rule: An MCP-Protocol-Version that the server does not support is refused with 400
    Spec: 2025-11-25 basic/transports, Protocol Version Header
    Fix: answer with 400 if the header is there and not one of your revisions

    Scenario Outline: the version <version>
      Given a session
      And the revision is "2025-06-18" or later
      And the header "MCP-Protocol-Version" is "<version>"
      When the request "ping" is sent
      Then the status is 400

      Examples:
        | version           |
        | bogus             |
        | 1999-01-01        |
        | 2099-12-31        |
        | 2025-11-25-mcpsim |

    Example: a notification
      Given a session
      And the revision is "2025-06-18" or later
      And the header "MCP-Protocol-Version" is "1999-01-01"
      When the notification "notifications/initialized" is sent
      Then the status is 4xx

    Scenario Outline: <verb>
      Given a fresh session
      And the revision is "2025-06-18" or later
      And the header "MCP-Protocol-Version" is "1999-01-01"
      When <verb> is sent
      Then the status is 4xx or 501

      Examples:
        | verb   |
        | GET    |
        | DELETE |

  @HL-31 @SHOULD
  Rule: Without MCP-Protocol-Version the server still works
    Spec: 2025-11-25 basic/transports, Protocol Version Header
    Fix: take 2025-03-26 if the header is absent

    Example: an old client
      Given a session
      And the header "MCP-Protocol-Version" is left out
      When the request "ping" is sent
      Then the answer is a result

  @HL-40 @SHOULD
  Rule: Types are read as HTTP writes them
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server; RFC 9110, Accept
    Fix: look for each type in Accept, in any order, and compare Content-Type without its parameters

    Scenario Outline: <header> is <value>
      Given a session
      And the header "<header>" is "<value>"
      When the request "ping" is sent
      Then the answer is a result

      Examples:
        | header       | value                                           |
        | Accept       | text/event-stream, application/json             |
        | Accept       | application/json,text/event-stream              |
        | Accept       | application/json;q=0.9, text/event-stream;q=0.8 |
        | Content-Type | application/json; charset=utf-8                 |

  @HL-33 @MAY
  Rule: A client that accepts only one form of answer is served or refused with 406
    Spec: robustness; 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: answer with 406, or be lenient

    Scenario Outline: only <type>
      Given a session
      And the header "Accept" is "<type>"
      When the request "ping" is sent
      Then the status is 200, 400 or 406

      Examples:
        | type              |
        | application/json  |
        | text/event-stream |
