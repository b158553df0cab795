@target
Feature: A server can be opened
  Everything a client knows of a server it learns from the first exchange. What goes
  wrong here makes a server useless for all clients, or for all but one.

  @LIFE-01 @MUST
  Rule: The answer to initialize has a revision, capabilities, and the server's name and version
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: answer initialize with protocolVersion, capabilities (an object), serverInfo.name and serverInfo.version

    Example: the first handshake
      Given the first connection
      Then the answer introduces the server

  @LIFE-06 @SHOULD
  Rule: Before initialized the server asks for nothing but pings
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: hold your own requests back until notifications/initialized has come

    Example: a client that takes its time
      Given a fresh connection
      When initialize is sent
      And 300ms pass
      Then the server has asked for nothing but pings

  @LIFE-07 @SHOULD @stdio
  Rule: A request before initialize is refused
    Spec: 2025-11-25 basic/lifecycle, Initialization (the first interaction must be initialize)
    Fix: answer requests before initialize with an error; keep ping

    Example: a list at once
      Given a fresh connection
      When the request "tools/list" is sent
      Then the answer is an error

  @LIFE-08 @MUST
  Rule: A ping between initialize and initialized is answered
    Spec: 2025-11-25 basic/lifecycle, Initialization; basic/utilities/ping
    Fix: answer ping from the first moment on

    Example: a ping in between
      Given a fresh connection
      When initialize is sent
      And the request "ping" is sent
      Then the answer is a result

  @LIFE-09 @MAY
  Rule: A log level may be set before the handshake is over
    Spec: robustness; a widely used editor does so
    Fix: answer logging/setLevel from the answer to initialize on

    Example: between initialize and initialized
      Given a fresh connection
      And the server declares "logging"
      When initialize is sent
      And the request "logging/setLevel" is sent with:
        """json
        {"level": "warning"}
        """
      And initialized is sent
      Then every declared list is a result

  @LIFE-10 @MUST
  Rule: The server uses no capability that the client has not declared
    Spec: 2025-11-25 basic/lifecycle, Operation
    Fix: look at the client's capabilities before you ask for roots, sampling or elicitation

    Example: a client without capabilities
      Given a fresh session
      When everything that is declared is listed
      And the tools that may be called are called
      Then the server has used no capability of the client's
      And no tool has used a capability of the client's

  @LIFE-11 @MAY
  Rule: The tools are complete as soon as the session is open
    Spec: robustness; clients list once, right after initialized
    Fix: register all tools before you answer tools/list, or send notifications/tools/list_changed

    Example: a client in a hurry
      Given a session
      And the server declares "tools"
      When the tools are listed at once
      Then the tools were complete, or the server has told of the change

  @LIFE-12 @MAY
  Rule: A second initialize harms nobody
    Spec: robustness
    Fix: answer it with an error, or again

    Example: twice
      Given a fresh session
      When initialize is sent
      Then it is answered
      And the server still answers

  @LIFE-13 @MUST
  Rule: What the server declares it serves, and what it serves it declares
    Spec: 2025-11-25 basic/lifecycle, Capability Negotiation
    Fix: declare tools, resources and prompts if, and only if, their lists work

    Example: all lists
      Given a session
      Then every declared list is a result
      And no list that is not declared has items

  @LIFE-14 @MAY
  Rule: A capability that is declared as an empty object is served like any other
    Spec: robustness; 2025-11-25 basic/lifecycle, Capability Negotiation
    Fix: ask whether a capability is there, not whether it holds anything

    Example: what is declared as {}
      Given a session
      Then every capability that is declared as {} is served

  @LIFE-15 @MAY
  Rule: Capabilities and members that the server does not know are ignored
    Spec: robustness; clients of later revisions send more
    Fix: do not validate initialize against a closed schema

    Example: a client of the future
      Given a fresh connection
      When initialize is sent with:
        """json
        {"protocolVersion": "2025-11-25", "capabilities": {"x": {"y": 1}}, "clientInfo": {"name": "mcpsim", "version": "1", "z": []}, "w": 0}
        """
      Then the answer is a result

  @LIFE-16 @MAY @stdio
  Rule: Initialize works after a request that the server does not know
    Spec: robustness; clients of 2026-07-28 ask for server/discover first
    Fix: answer unknown requests with an error and wait for initialize

    Example: a client that looks for a newer server
      Given a fresh connection
      When the request "server/discover" is sent
      And initialize is sent
      Then the answer is a result
