@target
Feature: A client opens its session in order
  Servers refuse, or forget, what comes too early. A client that speaks before the
  handshake is over works with forgiving servers only.

  @CLI-01 @MUST
  Rule: The first message is initialize, and initialized follows its answer
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: send notifications/initialized as soon as initialize is answered, and requests after that

    Example: a session
      Given a correct server
      When the client runs
      Then initialize is the first message
      And initialized follows the answer to initialize

    Example: a server that takes its time
      Given this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{delay: 500ms}]
        """
      When the client runs
      Then initialized is not sent before the answer to initialize

    Example: a server that refuses
      Fix: send nothing more in a session whose initialize was answered with an error

      Given this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{error: {code: -32603, message: not today}}]
        """
      When the client runs for at most 10s
      Then initialized is not sent before the answer to initialize

    @stdio
    Example: a server that is started again
      Fix: begin with initialize whenever you start a server, also if you knew the one before

      Given this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{exit: 1}]
        """
      When the client runs for at most 10s
      Then initialize is the first message

    Example: every situation, each new session included
      When the client runs in every situation
      Then initialize is the first message
      And initialized follows the answer to initialize

  @CLI-117 @SHOULD
  Rule: A session is opened once
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: send initialize and notifications/initialized once for each connection or session

    Example: every situation
      When the client runs in every situation
      Then no session is opened twice

  @CLI-02 @SHOULD
  Rule: Nothing but pings is sent before initialize is answered
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: wait for the answer to initialize before anything else is sent

    Example: a server that takes its time
      Given this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{delay: 500ms}]
        """
      When the client runs
      Then nothing but pings is sent before the answer to initialize

    Example: every situation
      When the client runs in every situation
      Then nothing but pings is sent before the answer to initialize

  @CLI-13 @MUST
  Rule: Initialize is never cancelled
    Spec: 2025-11-25 basic/utilities/cancellation, Behavior Requirements
    Fix: when initialize takes too long, close the connection and send nothing

    Example: a server that does not answer
      Given the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then initialize is given up, and not cancelled

  @CLI-16 @MUST
  Rule: Only what the server has declared is used
    Spec: 2025-11-25 basic/lifecycle, Operation
    Fix: ask for lists of prompts and resources, for completions and for log levels only if initialize was answered with that capability

    Example: a server that has tools and nothing else
      Given this server:
        """yaml
        capabilities: {tools: {}}
        """
      When the client runs
      Then no request needs prompts, resources, completions or logging

    Example: a server whose resources cannot be subscribed to
      Fix: subscribe to a resource only if initialize was answered with resources.subscribe

      Given this server:
        """yaml
        capabilities: {tools: {}, resources: {}}
        resources: [{uri: "file:///first", name: first}]
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}]
        """
      When the client runs
      Then no undeclared capability of the server is used

    @SHOULD
    Example: a server that has prompts and no tools
      Fix: ask for tools only if initialize was answered with that capability, also if the user wants a list: it is empty
      Given the client is asked for "initialize"
      And this server:
        """yaml
        capabilities: {prompts: {}}
        prompts: [{name: greet}]
        """
      When the client runs for at most 10s
      Then no tool is asked for

    Example: every situation
      When the client runs in every situation
      Then no undeclared capability of the server is used

  @CLI-17 @SHOULD
  Rule: A session in a revision that the client does not know is not used
    Spec: 2025-11-25 basic/lifecycle, Version Negotiation
    Fix: compare the protocolVersion of the answer with those you speak, and close the connection

    Scenario Outline: <what>
      Given the client is asked for "initialize"
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{patch: {protocolVersion: <revision>}}]
        """
      When the client runs for at most 10s
      Then nothing is sent after the answer to initialize

      Examples:
        | what                  | revision     |
        | a revision of nobody  | "1999-01-01" |
        | one that is yet to be | "2199-01-01" |
        | an empty one          | ""           |
