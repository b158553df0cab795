@omp @virtual
Feature: Whatever becomes of a login, what it was made of is told to nobody
  A token is worth something until it is revoked, a code and a state until they are used.

  Background:
    Given an authorization server "login"

  @OAC-02 @OAC-40
  Rule: A token that is revoked is in no URL and in no message

    Example: a logout
      Given the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      When 1m passes
      And the user logs out of server "docs"
      Then the logout came to "forgotten and revoked"
      And every request to server "docs" after its first token has one, and no request to another server or in a URL
      And no code, verifier, token or secret of a login is told

  @OAC-40
  Rule: What comes back with another state is not repeated

    Example: a code of somebody
      Given the user comes back from logins by "http://127.0.0.1:33418/callback?code=stolen-code&state=stolen-state"
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_response_iss_parameter_supported: null}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: state: it is not that of the request"
      And startup reported nothing of "stolen-"

  @OAC-40
  Rule: A token endpoint that breaks is told without what it was sent

    Example: the connection is cut
      Given the user approves logins
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: token}, do: [{drop: 0}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "there is no token: asking the token endpoint: "
      And no code, verifier, token or secret of a login is told
