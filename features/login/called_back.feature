@omp @virtual
Feature: A program says what it is, wherever its user comes back to
  An application of a machine may be called back at a port of its own, or over an address
  of https that its machine gives to it. It is a native one all the same.

  @OAC-14
  Rule: A client that is called back over https registers as a native one, too

    Example: at an address of the program
      Given an authorization server "login"
      And the user approves logins
      And logins send the user back to "https://app.test/callback"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["https://app.test/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none","application_type":"native"}
        """
