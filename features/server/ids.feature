@target
Feature: A server gives back the ids of its requests
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
        | " 7b "                |

    Example: a long id
      Given a session
      When the request "ping" is sent with an id of 200 characters
      Then the answer carries the id of its request
      And it is answered as any other ping

    Scenario Outline: an error, with the id <id>
      Given a session
      When the request "x/unknown" is sent with the id <id>
      Then the answer carries the id of its request

      Examples:
        | id        |
        | 0         |
        | "7"       |
        | "a-ü-🚀-B" |

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

    Example: all kinds of requests at the same time
      Given a fresh session
      When what had answers of its own is asked for again, all at the same time
      Then nothing is answered with what another one had

    Example: two calls that take their time
      Given a tool that takes its time
      And a fresh session
      When it is called twice without waiting
      Then both calls are answered

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

    Scenario Outline: an error, with the id <id>
      Given a session
      When the request "x/unknown" is sent with the id <id>
      Then the answer carries the id of its request

      Examples:
        | id         |
        | 2147483649 |
