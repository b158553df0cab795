@omp @virtual
Feature: Many callers, one renewal, and a login where that is refused
  A token that ends is missed by all who use it, in the same moment.

  @OAC-37
  Rule: Calls that find out together share one renewal, and one login if the refresh token is refused

    Scenario Outline: three calls, <what>
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4}
        rules:
          - {when: {endpoint: token, nth: 2}, do: [<answer>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And tool "mcp__docs_a" is called
      And tool "mcp__docs_a" is called
      And 1m passes
      Then calls 1 to 3 succeed
      And the authorization server "login" was asked 1 time for "token refresh_token"
      And the user was asked to log in <logins>

      Examples:
        | what                         | answer                                                 | logins  |
        | a refresh token that is good | delay: 2s                                              | 1 time  |
        | one that is refused          | status: {code: 400, body: '{"error":"invalid_grant"}'} | 2 times |

    Example: three servers with one credential
      Given a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And the token endpoint answers after 2s
      And servers "a, b, c" over http
      And server "a" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "shared", "tokenUrl": "http://auth.test/token"}
        """
      And server "b" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "shared", "tokenUrl": "http://auth.test/token"}
        """
      And server "c" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "shared", "tokenUrl": "http://auth.test/token"}
        """
      And these credentials are stored:
        | id     | access token | refresh token | expires in |
        | shared | access-1     | refresh-1     | 1s         |
      When the runtime starts
      And 1m passes
      Then the token endpoint was asked 1 time

  @OAC-25
  Rule: A slash at the end of an issuer is a part of it

    Scenario Outline: issuer <issuer>, iss <iss>
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {issuer: "<issuer>"}}]}
          - {when: {endpoint: authorize}, do: [{patch: {iss: "<iss>"}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: ["<issuer>"]}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: iss: the answer is not of <issuer>"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | issuer             | iss                   |
        | http://login.test/ | http://login.test     |
        | http://login.test  | http://login.test/    |
        | http://login.test  | http://login.test:80  |

  @OAC-26
  Rule: An error without the iss that was advertised is not shown

    Example: access_denied
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {authorization_response_iss_parameter_supported: true}}]}
          - {when: {endpoint: authorize}, do: [{patch: {iss: null, code: null, error: access_denied}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: iss: it is missing"
      And startup reported nothing of "access_denied"

  @OAC-20
  Rule: A client that logs in alone says which server its token is for

    Scenario Outline: by <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {assertions: [workload-one], clients: [{id: robot, secret: robot-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "robot", "clientSecret": "robot-secret", <grant>}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "login" for "token" had:
        """
        resource: http://docs.test/mcp
        error:
        """

      Examples:
        | what         | grant                         |
        | itself       | "grant": "client_credentials" |
        | an assertion | "assertion": "workload-one"   |
