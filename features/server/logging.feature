@target
Feature: A server logs what it was asked for
  Log messages share the stream with the answers. Those that nobody asked for cost
  every client time, and some of them the session.

  @LOG-02 @SHOULD
  Rule: An unknown log level is refused with error -32602
    Spec: 2025-11-25 server/utilities/logging, Error Handling
    Fix: answer logging/setLevel with error -32602 for any other level

    @MUST
    Example: it is answered
      Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a session
      And the server declares "logging"
      When the request "logging/setLevel" is sent with:
        """json
        {"level": "loud"}
        """
      Then it is answered, if only with an HTTP error

    Scenario Outline: <level>
      Given a session
      And the server declares "logging"
      When the request "logging/setLevel" is sent with:
        """json
        <params>
        """
      Then the answer is the error -32602

      Examples:
        | level       | params                   |
        | loud        | {"level": "loud"}        |
        | constructor | {"level": "constructor"} |
        | a number    | {"level": 3}             |
        | null        | {"level": null}          |
        | none        | {}                       |

    @MAY
    Example: a level in capitals
      Given a session
      And the server declares "logging"
      When the request "logging/setLevel" is sent with:
        """json
        {"level": "ERROR"}
        """
      Then the answer is the error -32602

  @LOG-08 @SHOULD
  Rule: Each log level can be set, and set again
    Spec: 2025-11-25 server/utilities/logging, Log Levels
    Fix: accept debug, info, notice, warning, error, critical, alert and emergency in logging/setLevel, at any time

    @MUST
    Example: one is answered
      Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a session
      And the server declares "logging"
      When the request "logging/setLevel" is sent with:
        """json
        {"level": "info"}
        """
      Then it is answered, if only with an HTTP error

    Example: one after the other
      Given a session
      And the server declares "logging"
      Then each log level can be set, and then the one that most servers begin with

  @LOG-03 @MAY
  Rule: Below the level that the client has set nothing is sent
    Spec: robustness; 2025-11-25 server/utilities/logging, Setting Log Level
    Fix: compare the level of each message with the last logging/setLevel of the session

    Example: errors only
      Given a fresh session
      And the server declares "logging"
      When what a server may log is done at the levels error and debug
      Then at error nothing less came than errors

    Example: each level
      Given a fresh session
      And the server declares "logging"
      When a tool that logs is called at each level
      Then at each level nothing less came

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no log message was below the level that was set

  @LOG-01 @MUST
  Rule: A server that sends log messages declares logging
    Spec: 2025-11-25 server/utilities/logging, Capabilities
    Fix: declare the capability logging, or send no notifications/message

    Example: all that came
      Given a fresh session
      When what a server may log is done
      Then log messages come only from a server that declares logging

  @LOG-06 @MUST
  Rule: A log message has a level and data
    Spec: 2025-11-25 server/utilities/logging, Log Levels
    Fix: use one of debug, info, notice, warning, error, critical, alert and emergency, and send data

    Example: all that came
      Given a fresh session
      When what a server may log is done
      Then every log message has what it needs, each of its type
