@target @modern
Feature: A modern server logs only on request
  A log message belongs to the request that asked for it, and comes before its answer.

  @M-LOG-01 @MUST
  Rule: A server that sends log messages declares logging
    Spec: 2026-07-28 server/utilities/logging, Capabilities
    Fix: declare logging, or log to standard error

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run log messages came only from a server that declares logging

  @M-LOG-02 @SHOULD
  Rule: An unknown log level is refused with error -32602
    Spec: 2026-07-28 server/utilities/logging, Error Handling
    Fix: answer requests with a logLevel that is none with error -32602

    Scenario Outline: <value>
      Given a connection of its own
      And the server declares "logging"
      And the metadata "logLevel" is the JSON <value>
      When the request "server/discover" is sent
      Then the answer is the error -32602

      Examples:
        | value         |
        | "loud"        |
        | "constructor" |
        | "warn"        |
        | "INFO"        |
        | ""            |
        | 3             |

    Example: a call
      Given a connection of its own
      And the server declares "logging"
      And the metadata "logLevel" is the JSON "loud"
      When something that is offered is asked for with "tools/call"
      Then the answer is the error -32602

  @M-LOG-04 @MUST
  Rule: A request without a log level gets no log messages
    Spec: 2026-07-28 server/utilities/logging, Requesting Log Messages
    Fix: send notifications/message only for requests with a logLevel, on their own stream, before their answer

    Example: one call with a level beside one without
      Given a tool that logs
      And a connection of its own
      When it is called without a level, with one, and without one again
      Then only the second call was logged

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no log message came for a request that wanted none

  @M-LOG-07 @MAY
  Rule: Nothing below the level that was asked for is logged
    Spec: robustness; 2026-07-28 server/utilities/logging, Requesting Log Messages
    Fix: compare levels: debug is the lowest, emergency the highest

    Example: emergencies behind all that there is
      Given a tool that logs
      And a connection of its own
      When it is called with the log level "debug"
      And it is called with the log level "emergency"
      Then every log message has that level at least

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no log message was below the level that was asked for

  @M-FORM-08 @MUST
  Rule: A log message has a level and data
    Spec: 2026-07-28 server/utilities/logging, Protocol Messages
    Fix: send level, one of the eight of RFC 5424, and data

    Example: all that came
      Given a tool that logs
      Then every log message has what it needs, each of its type
