@omp @virtual
Feature: What a login brings is kept before it is relied on
  A registration that is not kept is made again and again, and a token that is not kept
  has the user log in with each start. Either is told.

  Background:
    Given an authorization server "login" with this script:
      """yaml
      authorization: {clients: [{id: by-hand}]}
      """
    And the user approves logins
    And server "docs" over http with this script:
      """yaml
      protected: {by: [login]}
      """

  @OAC-16
  Rule: A registration that cannot be kept ends the login, and a token that cannot be is used

    Example: a registration
      Given credentials cannot be written
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "credentials cannot be written"
      And the authorization server "login" was asked 1 time for "register"
      And the authorization server "login" was asked 0 times for "authorize"

    Example: a token
      Given server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand"}
        """
      And credentials cannot be written
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the log has 1 record of "docs" that ends with "keeping the login: credentials cannot be written"
      And the authorization server "login" was asked 1 time for "token"

    Example: a token that comes in the middle of a connection
      Given server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand"}
        """
      And credentials cannot be written
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [status: 401]}
        """
      And server "docs" offers the tool "search"
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And the log has 2 records of "docs" that end with "keeping the login: credentials cannot be written"

  @X-LOG-05
  Rule: A login is a part of the connect that needs it, and each step of that is told once

    Example: a server that wants a login
      Given server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand"}
        """
      When the runtime starts
      And 1m passes
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__docs_echo
        0s cache.write 1
        """
