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
