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

  @LIFE-22 @SHOULD
  Rule: Icons of the server are pictures that clients load
    Spec: 2025-11-25 basic, icons (src is a URI: http, https or data)
    Fix: give every icon an absolute URL, or a data URL, as its src

    Example: the first handshake
      Given the first connection
      Then every icon of the server can be shown

  @LIFE-06 @SHOULD
  Rule: Before initialized the server asks for nothing but pings
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: hold your own requests back until notifications/initialized has come

    Example: a client that takes its time
      Given a fresh connection
      When initialize is sent
      And 300ms pass
      Then the server has asked for nothing but pings

    Example: a client that can do everything
      Given a fresh connection
      When initialize is sent with:
        """json
        {"protocolVersion": "2025-06-18", "capabilities": {"roots": {"listChanged": true}, "sampling": {}, "elicitation": {}}, "clientInfo": {"name": "mcpsim", "version": "1"}}
        """
      And 300ms pass
      Then the server has asked for nothing but pings

    @last
    Example: the handshakes of all checks
      Given everything that the server offers has been used
      Then in the whole run nothing but pings was asked before the session was open

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
      Then the ping is answered as in a session

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
      Then the lists can be read as in any other session

  @LIFE-10 @MUST
  Rule: The server uses no capability that the client has not declared
    Spec: 2025-11-25 basic/lifecycle, Operation
    Fix: look at the client's capabilities before you ask for roots, sampling or elicitation

    Example: clients that lack one
      Given a session
      When the tools that ask the client something are called
      Then none has asked for what the client cannot do

    Example: a client without capabilities
      Given a session
      When everything that is declared is listed
      And the tools that may be called are called
      Then the server has used no capability of the client's
      And no tool has used a capability of the client's

    @SHOULD
    Example: a model without the context of servers
      Spec: 2025-11-25 client/sampling, Capabilities
      Fix: leave includeContext out, or look for sampling.context among the client's capabilities

      Given a session
      And the revision is "2025-11-25" or later
      When the tools that ask the client something are called
      Then none of them has a model look at what other servers say

    @last
    Example: the requests of all checks
      Given everything that the server offers has been used
      Then in the whole run nothing was asked of a client that cannot do it

  @LIFE-12 @MAY
  Rule: A second initialize harms nobody
    Spec: robustness
    Fix: answer it with an error, or again

    Example: twice
      Given a fresh session
      When initialize is sent
      And initialized is sent
      Then it is answered
      And the server still answers
      And the lists can be read as in any other session
