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

  @OAC-40
  Rule: A token that a login has just brought is hidden in what a server repeats of it

    Example: the error of the handshake that it was for
      Given the user approves logins
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: token}, do: [{patch: {access_token: worth-much}}]}
        """
      And server "gate" over http with this script:
        """yaml
        protected: {by: [login]}
        rules: [{when: {endpoint: resource-metadata}, do: [{patch: {resource: "http://docs.test/mcp"}}]}]
        """
      And server "gate" is disabled
      And server "docs" over http with this script:
        """yaml
        rules:
          - when: {method: initialize, nth: 1}
            do: [{status: {code: 401, headers: {WWW-Authenticate: 'Bearer resource_metadata="http://gate.test/.well-known/oauth-protected-resource/mcp"'}}}]
          - {when: {method: initialize}, do: [error: {code: -32000, message: "the token worth-much may not"}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", that ends with "MCP error -32000: the token *** may not"
