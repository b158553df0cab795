@target
Feature: A server speaks JSON-RPC
  A message is a request, a notification or a response. What is none of them, or two at
  once, is read by some clients, dropped by others, and ends a few.

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

    Scenario Outline: <method>, which objects of JavaScript have
      Given a session
      When the request "<method>" is sent
      Then the answer is the error -32601

      Examples:
        | method      |
        | constructor |
        | __proto__   |

    Scenario Outline: <method>, beside the methods that there are
      Given a session
      When the request "<method>" is sent
      Then the answer is the error -32601

      Examples:
        | method               |
        | tools/mcpsim-unknown |
        | resources/unknown    |
        | Tools/list           |
