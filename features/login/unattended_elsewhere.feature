@omp @virtual
Feature: Programs prove who they are where they are known
  What a program proves itself with is a secret of it and of one authorization server, or
  names that one. A server that names another one, as one that was taken over would, is
  told nothing.

  @OAC-17
  Rule: What a program proves who it is with goes to the authorization server that it was made for

    Scenario Outline: <what>, and the server names another authorization server
      Given an authorization server "login" with this script:
        """yaml
        authorization: {assertions: [workload-one], clients: [{id: job, secret: job-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "job", "issuer": "http://first.test", <proof>}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "authorization_servers: it is http://login.test now, and the client was registered by hand at http://first.test"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | what         | proof                                                        |
        | a secret     | "grant": "client_credentials", "clientSecret": "job-secret" |
        | an assertion | "assertion": "workload-one"                                  |

  @OAC-41
  Rule: What a client signs of itself is good for five minutes

    Example: an assertion that is used at once
      Given an authorization server "login" with this script:
        """yaml
        authorization: {methods: [private_key_jwt], clients: [{id: robot, key: "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnT+u2SiSKt4dLQlsVbFvHXivar0S\nXsjvSYg9ePohNnG96NpGRi18aZyUUcPZ4Xu11ah0/BMSd3G2RbJKUzX0Dg==\n-----END PUBLIC KEY-----\n"}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "robot", "privateKey": "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkoUewkW0iC6DVAxY\nMn0ksaf7ehXkkA1cb/e1Yv1HKnGhRANCAASdP67ZKJIq3h0tCWxVsW8deK9qvRJe\nyO9JiD14+iE2cb3o2kZGLXxpnJRRw9nhe7XVqHT8ExJ3cbZFskpTNfQO\n-----END PRIVATE KEY-----\n"}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "login" for "token" had:
        """
        method: private_key_jwt
        life: 5m0s
        """
