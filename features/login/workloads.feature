@omp @virtual
Feature: A workload has its assertion and nothing else, whenever it logs in and whatever goes wrong
  An assertion that is over, or a server that is down, is no reason to become somebody else
  or to open a browser on a machine that nobody sits at.

  Background:
    Given the user approves logins

  @OAC-44
  Rule: Where its assertion gets no token a workload tries nothing else, at the first login and at a later one

    Scenario Outline: at the first one <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {assertions: [workload-one], clients: [{id: desk, secret: s3cret}]}
        rules: [{when: {endpoint: token}, do: [<does>]}]
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "desk", "clientSecret": "s3cret", "assertion": "workload-one"}
        """
      When the runtime starts
      And 1h passes
      Then the user was asked to log in 0 times
      And the authorization server "login" was asked 1 time for "token"

      Examples:
        | what               | does                                                   |
        | the server is down | status: 503                                            |
        | it is overloaded   | status: 429                                            |
        | it breaks off      | drop                                                   |

    Scenario Outline: at a later one <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {assertions: [workload-one], refresh: false, uses: 4, clients: [{id: desk, secret: s3cret}]}
        rules: [{when: {endpoint: token, after: 1}, do: [<does>]}]
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "desk", "clientSecret": "s3cret", "assertion": "workload-one"}
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1m passes
      Then the user was asked to log in 0 times
      And the authorization server "login" was asked 2 times for "token"
      And the authorization server "login" was asked 2 times for "token urn:ietf:params:oauth:grant-type:jwt-bearer"

      Examples:
        | what               | does                                                   |
        | it is refused      | status: {code: 400, body: '{"error":"invalid_grant"}'} |
        | the server is down | status: 503                                            |

  @OAC-44
  Rule: An assertion that stands in the auth of a definition is used like one in its oauth

    Scenario Outline: <auth>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {assertions: [workload-one], clients: [{id: job}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with auth:
        """json
        <auth>
        """
      When the runtime starts
      And 1m passes
      Then the user was asked to log in 0 times
      And the authorization server "login" was asked 1 time for "token urn:ietf:params:oauth:grant-type:jwt-bearer"
      And the authorization server "login" was asked 1 time for "token"

      Examples:
        | auth                                             |
        | {"type": "oauth", "credentialId": "login", "clientId": "job", "assertion": "workload-one"} |
        | {"type": "oauth", "credentialId": "login", "assertion": "workload-one"} |
