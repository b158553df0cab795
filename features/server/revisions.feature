@target
Feature: A server agrees on a revision
  Client and server agree on a revision in the first exchange or not at all. A wrong
  offer locks out clients that both sides could have served.

  @LIFE-02 @MUST
  Rule: A revision that the server supports is answered with the same revision
    Spec: 2025-11-25 basic/lifecycle, Version Negotiation
    Fix: answer protocolVersion with what was asked for whenever you support it

    Example: all revisions
      When every revision is asked for
      Then each revision that was offered is accepted when it is asked for

  @LIFE-03 @MUST
  Rule: A revision that the server does not support is answered with another one
    Spec: 2025-11-25 basic/lifecycle, Version Negotiation
    Fix: answer with the newest revision you support, do not echo what was asked for

    Scenario Outline: asking for <revision>
      Given a fresh connection
      When initialize is sent for revision "<revision>"
      Then the answer offers another revision than "<revision>"

      Examples:
        | revision          |
        | 1999-01-01        |
        | 2099-01-01        |
        | 2025-11-26        |
        | 2025-11-25-mcpsim |

  @LIFE-04 @SHOULD
  Rule: Instead of an unsupported revision the server offers its newest one
    Spec: 2025-11-25 basic/lifecycle, Version Negotiation
    Fix: answer with the newest revision you support

    Example: all revisions
      When every revision is asked for, and one that nobody supports
      Then what it offers instead is the newest of those that it accepts

  @LIFE-05 @MAY @http
  Rule: A client of a later revision is refused in JSON-RPC and not by HTTP alone
    Spec: robustness; 2025-11-25 basic/lifecycle, Version Negotiation
    Fix: look at the header MCP-Protocol-Version on all requests but initialize

    Example: a client of the next revision
      Given a fresh connection
      And the header "MCP-Protocol-Version" is "2026-07-28"
      When initialize is sent for revision "2026-07-28"
      Then initialize has been read

  @LIFE-18 @MUST
  Rule: Every revision that the server accepts it also speaks
    Spec: 2025-11-25 basic/lifecycle, Version Negotiation
    Fix: accept only revisions that you serve, and serve sessions of each of them

    Scenario Outline: <revision>
      Given a fresh session of the revision "<revision>"
      Then the lists can be read as in any other session
      And a call is answered as in any other session

      Examples:
        | revision   |
        | 2024-11-05 |
        | 2025-03-26 |
        | 2025-06-18 |
        | 2025-11-25 |

  @LIFE-23 @SHOULD
  Rule: Contents are of types that the revision of their session has
    Spec: 2025-11-25 basic/lifecycle, Operation
    Fix: say it in a text where the client's revision has no links to resources or no sound

    Scenario Outline: <revision>
      Given a fresh session of the revision "<revision>"
      And the server can tell the revision of the session
      Then calls and prompts have no contents of a later revision

      Examples:
        | revision   |
        | 2024-11-05 |
        | 2025-03-26 |
