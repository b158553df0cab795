@target @modern
Feature: A modern server speaks JSON-RPC
  Answers find their requests by id alone, and say of themselves whether they are
  complete. A client that cannot tell takes a question for an answer.

  @M-BASE-01 @MUST
  Rule: A request is answered once, with its own id in value and type
    Spec: 2026-07-28 basic, Result Responses
    Fix: copy the id into the answer as the JSON value that it was; never convert it

    Scenario Outline: the id <id>
      Given a connection
      When the request "server/discover" is sent with the id <id>
      Then the answer carries the id of its request
      And it is answered as any other request

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
        | " 7b "                |

    @MAY
    Example: an id without characters
      Given a connection
      When the request "server/discover" is sent with the id ""
      Then the answer carries the id of its request

    Example: two ids that differ in their type alone
      Given a tool that takes its time
      And a connection of its own
      When it is called with a number as its id, and pinged with the same digits as a text
      Then both are answered, each with its own id

    Example: no second answer
      Given a connection
      When the request "server/discover" is sent
      Then it is answered once

    Example: calls at the same time
      Given a connection of its own
      When a tool is given 8 texts, each in a call of its own, at the same time
      Then each call gives back its own text

    Example: all kinds of requests at the same time
      Given a connection of its own
      When what had answers of its own is asked for again, all at the same time
      Then nothing is answered with what another one had

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every request was answered with its own id, and once

  @M-BASE-02 @MAY
  Rule: Numbers above 2^31 and 2^53 survive as ids
    Spec: robustness; ids of real clients are that large
    Fix: keep the id as text instead of converting it to a number

    Scenario Outline: the id <id>
      Given a connection
      When the request "server/discover" is sent with the id <id>
      Then the answer carries the id of its request

      Examples:
        | id               |
        | 2147483648       |
        | 1774232524389    |
        | 9007199254740993 |

    Scenario Outline: a call with the id <id>
      Given a connection
      When a tool that has succeeded is called with the id <id>
      Then the answer carries the id of its request

      Examples:
        | id            |
        | 2147483650    |
        | 1774232524390 |

  @M-BASE-03 @MUST
  Rule: A response has exactly one of result and error
    Spec: 2026-07-28 basic, Responses
    Fix: leave the other member out, null included; error.code is an integer, error.message a string

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message was a request, a notification or a response

  @M-BASE-04 @MUST
  Rule: A notification is never answered
    Spec: 2026-07-28 basic, Notifications
    Fix: do not answer messages without an id, not even with an error

    @stdio
    Example: a notification of nobody
      Given a connection
      When the notification "notifications/x-unknown" is sent
      Then nothing is answered

    @stdio
    Scenario Outline: <method> without an id
      Given a connection
      When the notification "<method>" is sent
      Then nothing is answered

      Examples:
        | method                    |
        | server/discover           |
        | tools/list                |
        | resources/read            |
        | notifications/initialized |

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no notification was answered

  @M-BASE-05 @MUST
  Rule: Notifications of the server have no id
    Spec: 2026-07-28 basic, Notifications
    Fix: leave the id out

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no notification had an id

  @M-BASE-06 @MUST
  Rule: Every message names JSON-RPC 2.0
    Spec: 2026-07-28 basic, Messages
    Fix: put "jsonrpc": "2.0" into every message

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message named its version of JSON-RPC

  @M-BASE-07 @MUST
  Rule: An unknown method is answered with error -32601
    Spec: 2026-07-28 basic, Error Codes
    Fix: answer requests that you do not know with error -32601

    Scenario Outline: <method>
      Given a connection
      When the request "<method>" is sent
      Then the answer is the error -32601

      Examples:
        | method          |
        | x/unknown       |
        | tools/x-unknown |
        | constructor     |
        | __proto__       |

  @M-BASE-14 @MUST
  Rule: All output is UTF-8 without a byte order mark
    Spec: 2026-07-28 basic/transports (messages are UTF-8)
    Fix: encode output as UTF-8 and write no byte order mark

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message was UTF-8

    @last
    Example: text that tools give back
      Given everything that the server offers has been used
      Then text came back from tools as it was sent

  @M-STDIO-14 @MUST
  Rule: The server sends no requests
    Spec: 2026-07-28 basic/patterns/mrtr; basic/transports/stdio, Receiving Messages
    Fix: answer with the resultType input_required instead

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run the server sent no request

  @M-FORM-09 @MUST
  Rule: What a server tells its client has the form that clients read
    Spec: 2026-07-28 schema, ServerNotification
    Fix: give all notifications an object as params, and its members the types of the schema

    @last
    Example: the notifications of all checks
      Given everything that the server offers has been used
      Then in the whole run every notification of the server's had members of the right types
