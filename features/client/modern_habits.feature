@target @modern
Feature: A client of servers without a handshake keeps the manners of all clients
  What holds for requests, processes and progress has not changed with the handshake.

  @M-CLI-135 @MUST
  Rule: A client completes a call without a handshake
    Spec: 2026-07-28 server/tools, Calling Tools
    Fix: connect to a correct server first: mcpsim serve --script 'era: modern', and read what it logs

    Example: a correct server
      Given a correct server
      When the client runs
      Then the client completes a call with a correct server

  @M-CLI-88 @MUST
  Rule: Codes from -32019 to -32000 mean nothing
    Spec: 2026-07-28 basic, Error Codes
    Fix: fail the call with the error, whatever its code; begin nothing anew

    Scenario Outline: a call that fails with <code>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{error: {code: <code>, message: Connection closed}}]
        """
      When the client runs for at most 10s or 100 messages
      Then "tools/call" is sent at most 1 time
      And "server/discover" is sent no more often than to a correct server

      Examples:
        | code   |
        | -32000 |
        | -32001 |
        | -32010 |

  @M-CLI-133 @SHOULD
  Rule: Only what the server has named is asked for
    Spec: 2026-07-28 server/prompts, Implementation Considerations: both parties respect capability negotiation
    Fix: ask for prompts, resources and completions only if the answer to server/discover has that capability

    Example: every situation
      When the client runs in every situation
      Then nothing is asked for that server/discover did not name

    Example: a server that has prompts and no tools
      Given the client is asked for "initialize"
      And this server:
        """yaml
        era: modern
        capabilities: {prompts: {}}
        prompts: [{name: greet}]
        """
      When the client runs for at most 10s
      Then no tool is asked for

  @M-CLI-129 @MUST
  Rule: What _meta says has the form that the specification gives it
    Spec: 2026-07-28 basic, _meta: Key name format, Per-request protocol fields, Trace context
    Fix: name keys like com.example/name; take a log level of the specification, and a traceparent as W3C Trace Context has it

    Example: every situation
      When the client runs in every situation
      Then every key of _meta in a request is well-formed
      And log levels and traces in _meta have their form

  @M-CLI-95 @MUST
  Rule: Progress tokens are strings or integers, and no two open requests share one
    Spec: 2026-07-28 basic/patterns/progress, Progress Flow
    Fix: use the id of the request as its token, or count

    Example: a correct server
      Given a correct server
      When the client runs
      Then every progress token is a string or an integer, and of one request

    Example: every situation
      When the client runs in every situation
      Then every progress token is a string or an integer, and of one request

  @M-CLI-97 @MUST @stdio
  Rule: What has been answered is not cancelled
    Spec: 2026-07-28 basic/patterns/cancellation, Behavior Requirements
    Fix: forget a request when its answer comes, with its timer

    Example: every situation
      When the client runs in every situation
      Then nothing is cancelled that was answered

  @M-CLI-96 @SHOULD @stdio
  Rule: A server is ended by the end of its input, then by TERM, then by KILL
    Spec: 2026-07-28 basic/transports/stdio, Shutdown
    Fix: close standard input, wait some seconds, send SIGTERM, wait again, send SIGKILL

    Example: a correct server
      Given a correct server
      When the client runs
      Then standard input is closed before the server gets a signal

    Example: a server that ignores the end of its input
      Given this server:
        """yaml
        era: modern
        stdio: {ignore: [eof]}
        """
      When the client runs for at most 25s
      Then the server is asked by TERM to end

    Example: a server that ignores all that can be ignored
      Given this server:
        """yaml
        era: modern
        stdio: {ignore: [eof, term]}
        """
      When the client runs for at most 25s
      Then no server is left when the client has ended
