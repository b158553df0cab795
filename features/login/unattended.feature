@omp @virtual
Feature: Programs log in for themselves
  A program without a user has nobody to approve anything. It was made known to the
  authorization server beforehand, or to the identity provider of its enterprise, and says
  who it is. Where that does not help, no user is shown a page that would help as little.

  Background:
    Given the user approves logins

  @OAC-41
  Rule: A client that logs in for itself gets its token with what it was given, and asks no user

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, scopes: [offline_access], methods: [<method>], clients: [{id: robot, <known>}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], need: [read]}
        tools: [a]
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "robot", <proof>}
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns "ok"
      And the user was asked to log in 0 times
      And the authorization server "login" was asked 0 times for "register"
      And the authorization server "login" was asked 2 times for "token client_credentials"
      And request 2 to the authorization server "login" for "token" had:
        """
        client: robot
        method: <method>
        resource: http://docs.test/mcp
        scope: read
        error:
        """

      Examples:
        | what               | method              | known                | proof                        |
        | by a secret        | client_secret_basic | secret: robot-secret | "clientSecret": "robot-secret" |
        | by a secret inside | client_secret_post  | secret: robot-secret, method: client_secret_post | "clientSecret": "robot-secret" |
        | by a key           | private_key_jwt     | key: "-----BEGIN PUBLIC KEY-----\\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnT+u2SiSKt4dLQlsVbFvHXivar0S\\nXsjvSYg9ePohNnG96NpGRi18aZyUUcPZ4Xu11ah0/BMSd3G2RbJKUzX0Dg==\\n-----END PUBLIC KEY-----\\n" | "privateKey": "-----BEGIN PRIVATE KEY-----\\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkoUewkW0iC6DVAxY\\nMn0ksaf7ehXkkA1cb/e1Yv1HKnGhRANCAASdP67ZKJIq3h0tCWxVsW8deK9qvRJe\\nyO9JiD14+iE2cb3o2kZGLXxpnJRRw9nhe7XVqHT8ExJ3cbZFskpTNfQO\\n-----END PRIVATE KEY-----\\n" |
        | by a key, beside a secret | private_key_jwt     | key: "-----BEGIN PUBLIC KEY-----\\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnT+u2SiSKt4dLQlsVbFvHXivar0S\\nXsjvSYg9ePohNnG96NpGRi18aZyUUcPZ4Xu11ah0/BMSd3G2RbJKUzX0Dg==\\n-----END PUBLIC KEY-----\\n" | "clientSecret": "other", "privateKey": "-----BEGIN PRIVATE KEY-----\\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkoUewkW0iC6DVAxY\\nMn0ksaf7ehXkkA1cb/e1Yv1HKnGhRANCAASdP67ZKJIq3h0tCWxVsW8deK9qvRJe\\nyO9JiD14+iE2cb3o2kZGLXxpnJRRw9nhe7XVqHT8ExJ3cbZFskpTNfQO\\n-----END PRIVATE KEY-----\\n" |

    Example: a key of another client
      Given an authorization server "login" with this script:
        """yaml
        authorization: {clients: [{id: robot, key: "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnT+u2SiSKt4dLQlsVbFvHXivar0S\nXsjvSYg9ePohNnG96NpGRi18aZyUUcPZ4Xu11ah0/BMSd3G2RbJKUzX0Dg==\n-----END PUBLIC KEY-----\n"}, {id: other, secret: other-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "other", "privateKey": "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkoUewkW0iC6DVAxY\nMn0ksaf7ehXkkA1cb/e1Yv1HKnGhRANCAASdP67ZKJIq3h0tCWxVsW8deK9qvRJe\nyO9JiD14+iE2cb3o2kZGLXxpnJRRw9nhe7XVqHT8ExJ3cbZFskpTNfQO\n-----END PRIVATE KEY-----\n"}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "token response of http://login.test/token: there is no token: token endpoint answered HTTP 401 invalid_client"
      And the user was asked to log in 0 times

  @OAC-42
  Rule: The identity provider of an enterprise says who may log in where, and its word is exchanged for a token

    Scenario Outline: <what>
      Given an authorization server "company" with this script:
        """yaml
        authorization: {identities: [ann-of-company], clients: [{id: desk}]}
        """
      And an authorization server "login" with this script:
        """yaml
        authorization: {provider: company, clients: [{id: app, secret: app-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "app", "clientSecret": "app-secret",
         "identityProvider": {"tokenUrl": "http://company.test/token", "clientId": "desk", "idToken": "<token>"}}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the user was asked to log in 0 times
      And request 1 to the authorization server "company" for "token" had:
        """
        client: desk
        grant: urn:ietf:params:oauth:grant-type:token-exchange
        resource: http://docs.test/mcp
        error: <refused>
        """
      And the authorization server "login" was asked <times> times for "token urn:ietf:params:oauth:grant-type:jwt-bearer"
      And the authorization server "company" never saw a client id of "login"

      Examples:
        | what             | token          | state        | refused       | times |
        | a user of it     | ann-of-company | connected    |               | 1     |
        | one who has left | bob-of-company | disconnected | invalid_grant | 0     |

  @OAC-44
  Rule: A workload logs in with the assertion that it was given, and tries nothing else

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {assertions: [workload-one], clients: [{id: job}, {id: desk, secret: s3cret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {<client>"assertion": "<assertion>"}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is <state>
      And the user was asked to log in 0 times
      And the authorization server "login" was asked 1 time for "token"
      And the authorization server "login" was asked 1 time for "token urn:ietf:params:oauth:grant-type:jwt-bearer"

      Examples:
        | what                     | client             | assertion    | state        |
        | a good one               | "clientId": "job", | workload-one | connected    |
        | one that is over         | "clientId": "job", | workload-two | disconnected |
        | one that is over, of a client with a secret | "clientId": "desk", "clientSecret": "s3cret", | workload-two | disconnected |
        | one that names no client |                    | workload-one | disconnected |
