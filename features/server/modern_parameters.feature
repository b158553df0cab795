@target @modern @http
Feature: A modern server compares parameters with their headers
  A tool may have arguments repeated in headers, for gateways to route by. The rules of
  names hold for them, too.

  @M-HM-14 @MUST
  Rule: A parameter's header is there, and has its value
    Spec: 2026-07-28 basic/transports/streamable-http, Server Behavior for Custom Headers
    Fix: answer with HTTP 400 and error -32020 if it is missing or another one

    Scenario Outline: <how>
      Given a connection of its own
      And a tool with a parameter that is mirrored
      When it is called with the header <how>
      Then it is refused as a mismatch of headers

      Examples:
        | how                      |
        | of another value         |
        | in other case            |
        | encoded in capitals      |
        | of a sentinel of nothing |
        | left out                 |
        | left out, of 0 or false  |

    Scenario Outline: <how>
      Given a connection of its own
      And a tool with a parameter that is mirrored
      When it is called with the header <how>
      Then it is not refused as a mismatch of headers

      Examples:
        | how             |
        | as it should be |
        | encoded         |
        | of 0 or false   |

    Example: another fraction
      Given a connection of its own
      And a tool with an integer parameter that is mirrored
      When it is called with the header with another fraction
      Then it is refused as a mismatch of headers

  @M-HM-41 @MUST
  Rule: A parameter within an object is compared at its own path
    Spec: 2026-07-28 basic/transports/streamable-http, Schema Extension
    Fix: follow the chain of properties to the annotated one, and compare the value that is there

    Scenario Outline: <how>
      Given a connection of its own
      And a tool with a nested parameter that is mirrored
      When it is called with the header <how>
      Then it is refused as a mismatch of headers

      Examples:
        | how              |
        | of another value |
        | left out         |

    Example: as it should be
      Given a connection of its own
      And a tool with a nested parameter that is mirrored
      When it is called with the header as it should be
      Then it is not refused as a mismatch of headers

  @M-HM-13 @MUST
  Rule: Invalid characters in a parameter's header are refused
    Spec: 2026-07-28 basic/transports/streamable-http, Server Behavior for Custom Headers
    Fix: answer with HTTP 400 and error -32020

    Example: what is not ASCII
      Given a connection of its own
      And a tool with a parameter that is mirrored
      When it is called with the header of bytes that are not ASCII
      Then the status is 4xx

    Example: base64 that is none
      Given a connection of its own
      And a tool with a parameter that is mirrored
      When it is called with the header of base64 that is none
      Then it is refused as a mismatch of headers

    @MAY
    Example: base64 with what is none in it
      Given a connection of its own
      And a tool with a parameter that is mirrored
      When it is called with the header of base64 with what is none in it
      Then it is refused as a mismatch of headers

  @M-HM-15 @MUST
  Rule: A parameter without a value needs no header
    Spec: 2026-07-28 basic/transports/streamable-http, Server Behavior for Custom Headers
    Fix: expect the header only of arguments that are there and not null

    Example: an argument that is not given
      Given a connection of its own
      And a tool with a parameter that is mirrored and may be left out
      When it is called without the argument and its header
      Then it is not refused as a mismatch of headers

    Example: an argument within an object that is not given
      Given a connection of its own
      And a tool with a nested parameter that is mirrored and may be left out
      When it is called without the argument and its header
      Then it is not refused as a mismatch of headers

    Example: an argument that is null
      Given a connection of its own
      And a tool with a parameter that is mirrored and may be left out
      When it is called with null for the argument, and without its header
      Then it is not refused as a mismatch of headers, whatever else is wrong with it

  @M-HM-16 @SHOULD
  Rule: Numbers are compared as numbers
    Spec: 2026-07-28 basic/transports/streamable-http, Server Validation
    Fix: take 42.0 for 42

    Example: 42.0 for 42
      Given a connection of its own
      And a tool with an integer parameter that is mirrored
      When it is called with the header as a decimal fraction
      Then it is not refused as a mismatch of headers
