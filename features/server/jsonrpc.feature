@target
Feature: A server speaks JSON-RPC
  Answers find their requests by id alone. A server that mangles ids, answers twice or
  not at all leaves clients waiting, or gives one caller the answer of another.

  @BASE-01 @MUST
  Rule: A request is answered once, with its own id in value and type
    Spec: 2025-11-25 basic, Responses
    Fix: copy the id into the answer as the JSON value that it was; never convert it

    Scenario Outline: the id <id>
      Given a session
      When the request "ping" is sent with the id <id>
      Then the answer carries the id of its request

      Examples:
        | id                    |
        | 1                     |
        | "1"                   |
        | 0                     |
        | -7                    |
        | 9007199254740991      |
        | "9223372036854775807" |
        | "a-ü-🚀"              |

    Example: no second answer
      Given a session
      When the request "ping" is sent
      Then it is answered once

  @BASE-02 @MAY
  Rule: Numbers above 2^31 and 2^53 survive as ids
    Spec: robustness; ids of real clients are that large
    Fix: keep the id as text instead of converting it to a number

    Scenario Outline: the id <id>
      Given a session
      When the request "ping" is sent with the id <id>
      Then the answer carries the id of its request

      Examples:
        | id               |
        | 2147483648       |
        | 1774232524389    |
        | 9007199254740993 |

  @BASE-03 @MUST
  Rule: A response has exactly one of result and error
    Spec: 2025-11-25 basic, Responses
    Fix: leave the other member out, null included; error.code is an integer, error.message a string

    Example: all kinds of answers
      Given a fresh session
      When everything that is declared is listed
      Then every message has exactly one of result and error

  @BASE-04 @MUST
  Rule: A notification is never answered
    Spec: 2025-11-25 basic, Notifications
    Fix: do not answer messages without an id, not even with an error

    Scenario Outline: the notification <method>
      Given a session
      When the notification "<method>" is sent
      Then nothing is answered

      Examples:
        | method                    |
        | notifications/initialized |
        | notifications/x-unknown   |

  @BASE-05 @MUST
  Rule: Notifications of the server have no id
    Spec: 2025-11-25 basic, Notifications
    Fix: leave the id out

    Example: all kinds of answers
      Given a fresh session
      When everything that is declared is listed
      Then no notification has an id

  @BASE-06 @MUST
  Rule: Every message names JSON-RPC 2.0
    Spec: 2025-11-25 basic, Messages
    Fix: put "jsonrpc": "2.0" into every message

    Example: all kinds of answers
      Given a fresh session
      When everything that is declared is listed
      Then every message names JSON-RPC 2.0

  @BASE-07 @MUST
  Rule: An unknown method is answered with error -32601
    Spec: 2025-11-25 basic, Responses; JSON-RPC 2.0, Error object
    Fix: answer requests that you do not know with error -32601

    Example: a method of nobody
      Given a session
      When the request "x/unknown" is sent
      Then the answer is the error -32601

  @BASE-08 @MAY
  Rule: Malformed JSON harms nobody and takes no other request's id
    Spec: robustness; JSON-RPC 2.0, Error object
    Fix: answer with error -32700 and the id null, or not at all, and go on

    Example: half an object
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc":
        """
      Then nothing is answered but an error without an id

  @BASE-09 @MAY
  Rule: The answer to malformed JSON takes the id of no earlier request
    Spec: robustness; JSON-RPC 2.0, Response object
    Fix: answer what cannot be read with the id null, whatever was read before

    Example: right behind a ping
      Given a session
      When a ping is sent, and this right behind it:
        """json
        {"jsonrpc": "2.0", "method"
        """
      Then it is answered once

  @BASE-10 @MUST
  Rule: A request with the id null does not succeed
    Spec: 2025-11-25 basic, Requests (the id must not be null)
    Fix: refuse it with error -32600

    Example: the id null
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id": null, "method": "ping"}
        """
      Then nothing succeeds

  @BASE-14 @MUST
  Rule: All output is UTF-8 without a byte order mark
    Spec: 2025-11-25 basic/transports (JSON-RPC messages must be UTF-8 encoded)
    Fix: encode output as UTF-8 and write no byte order mark

    Example: all kinds of answers
      Given a fresh session
      When everything that is declared is listed
      Then every message is UTF-8
