@target
Feature: A session is opened for every client that asks for one
  Clients are older and newer than the server, look first whether it speaks a newer
  protocol, and open as many sessions as they have users.

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
      Then the answer introduces the server as the first one did

  @LIFE-16 @MAY @stdio
  Rule: Initialize works after a request that the server does not know
    Spec: robustness; clients of 2026-07-28 ask for server/discover first
    Fix: answer unknown requests with an error and wait for initialize

    Example: a client that looks for a newer server
      Given a fresh connection
      When the request "server/discover" is sent
      And initialize is sent
      Then the answer introduces the server as the first one did

    Example: the session behind it
      Given a fresh connection
      When the request "server/discover" is sent
      And initialize is sent
      And initialized is sent
      Then the lists can be read as in any other session

  @LIFE-20 @SHOULD
  Rule: A session can be opened as often as clients ask for one
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: look at stderr for what ended the server; free what an ended session holds; where several workers serve one URL, share sessions among them, or send each to the worker that opened it

    @last
    Example: the sessions of all checks so far
      Then every session that was asked for was opened
