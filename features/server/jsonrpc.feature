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
      And it is answered as any other ping

      Examples:
        | id                    |
        | 1                     |
        | "1"                   |
        | 0                     |
        | -7                    |
        | 9007199254740991      |
        | "9223372036854775807" |
        | "a-ü-🚀"              |
        | "Id-7B"               |

    @MAY
    Example: an id without characters
      Given a session
      When the request "ping" is sent with the id ""
      Then the answer carries the id of its request

    Example: two ids that differ in their type alone
      Given a tool that takes its time
      And a fresh session
      When it is called with a number as its id, and pinged with the same digits as a text
      Then both are answered, each with its own id

    Example: no second answer
      Given a session
      When the request "ping" is sent
      Then it is answered once

    Example: calls at the same time
      Given a fresh session
      When a tool is given 8 texts, each in a call of its own, at the same time
      Then each call gives back its own text

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every request was answered with its own id, and once

  @BASE-02 @MAY
  Rule: Numbers above 2^31 and 2^53 survive as ids
    Spec: robustness; ids of real clients are that large
    Fix: keep the id as text instead of converting it to a number

    Scenario Outline: the id <id>
      Given a session
      When the request "ping" is sent with the id <id>
      Then the answer carries the id of its request
      And it is answered as any other ping

      Examples:
        | id               |
        | 2147483648       |
        | 1774232524389    |
        | 9007199254740993 |

  @BASE-03 @MUST
  Rule: A response has exactly one of result and error
    Spec: 2025-11-25 basic, Responses
    Fix: leave the other member out, null included; error.code is an integer, error.message a string

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message was a request, a notification or a response

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

    Example: a client whose roots change
      Given a fresh session of a client that can do everything
      When the notification "notifications/roots/list_changed" is sent
      Then nothing is answered

    @stdio
    Scenario Outline: <method> without an id
      Given a session
      When the notification "<method>" is sent
      Then nothing is answered

      Examples:
        | method     |
        | ping       |
        | tools/list |

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no notification was answered

  @BASE-05 @MUST
  Rule: Notifications of the server have no id
    Spec: 2025-11-25 basic, Notifications
    Fix: leave the id out

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no notification had an id

  @BASE-06 @MUST
  Rule: Every message names JSON-RPC 2.0
    Spec: 2025-11-25 basic, Messages
    Fix: put "jsonrpc": "2.0" into every message

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message named its version of JSON-RPC

  @BASE-07 @MUST
  Rule: An unknown method is answered with error -32601
    Spec: 2025-11-25 basic, Responses; JSON-RPC 2.0, Error object
    Fix: answer requests that you do not know with error -32601

    Example: a method of nobody
      Given a session
      When the request "x/unknown" is sent
      Then the answer is the error -32601
