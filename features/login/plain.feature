@omp @virtual
Feature: A server without TLS elsewhere does not bring its login along
  Who reaches a server without TLS may have reached somebody in between. What is named
  there is no better protected, and no login goes through it, not even on the same host.

  @OAC-39
  Rule: The own host of a server may do without TLS only if it is of this machine

    Example: metadata beside the server
      Given an authorization server "login"
      And the user approves logins
      And no name but localhost is this machine's
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="http://docs.test/here"'}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata of http://docs.test/here: it is not protected by TLS: only hosts of this machine may do without https"
      And the authorization server "login" was asked 0 times for "metadata"
      And the user was asked to log in 0 times
