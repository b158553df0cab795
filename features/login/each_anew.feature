@omp @virtual
Feature: What protects a login is good for that login alone
  State and verifier tie an answer to the request that was made. Who can guess them, or has
  seen them before, could slip in an answer of its own.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @X-LOGIN-2 @OAC-18
  Rule: State and verifier are new for each login, and what the address of the endpoint says stays

    Example: two servers at one authorization server, which tells its tenants apart
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_endpoint: "http://login.test/authorize?tenant=a"}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "mail" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "login" for "authorize" had:
        """
        others: tenant=a
        reused:
        """
      And request 2 to the authorization server "login" for "authorize" had:
        """
        others: tenant=a
        reused:
        """
      And request 2 to the authorization server "login" for "token" had:
        """
        verifier: right
        reused:
        """
