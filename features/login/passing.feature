@omp @virtual
Feature: An authorization server that is busy is no reason to ask the user
  A login that is good can fail to be renewed because a server restarts. Whoever asks the
  user then has them log in for nothing, and whoever waits for a login waits for ever.

  Background:
    Given the user approves logins

  @X-LOGIN-11
  Rule: A renewal that fails for a reason that may pass fails its call, and the next call renews

    Scenario Outline: the token endpoint <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4}
        rules:
          - {when: {endpoint: token, nth: 2}, do: [<do>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 <ends>
      When tool "mcp__docs_a" is called
      And 1m passes
      Then call 2 returns "ok"
      And the user was asked to log in <logins>
      And the authorization server "login" was asked <renewals> for "token refresh_token"

      Examples:
        | what                 | do                                                     | ends                                                          | logins  | renewals |
        | is overloaded        | status: {code: 503}                                    | returns an error text with "token endpoint answered HTTP 503" | 1 time  | 2 times  |
        | wants a pause        | status: {code: 429}                                    | returns an error text with "token endpoint answered HTTP 429" | 1 time  | 2 times  |
        | is behind a dead one | status: {code: 502}                                    | returns an error text with "token endpoint answered HTTP 502" | 1 time  | 2 times  |
        | is behind a slow one | status: {code: 504}                                    | returns an error text with "token endpoint answered HTTP 504" | 1 time  | 2 times  |
        | resets               | end: {how: reset}                                      | returns "ok"                                                  | 1 time  | 3 times  |
        | does not answer      | delay: 1h                                              | returns an error text with "Request timeout after 30000ms"    | 1 time  | 1 time   |
        | answers nothing      | end: {how: eof}                                        | returns "ok"                                                  | 2 times | 1 time   |
        | has a defect         | status: {code: 500}                                    | returns "ok"                                                  | 2 times | 1 time   |
        | refuses, busily      | status: {code: 503, body: '{"error":"invalid_grant"}'} | returns "ok"                                                  | 2 times | 1 time   |

  @X-LOGIN-11
  Rule: A server whose login cannot be begun just now is tried again on the ladder

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: <refresh>}
        rules:
          - {when: {endpoint: <endpoint>, nth: 2}, do: [<do>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected
      And the user was asked to log in <logins>

      Examples:
        | what                        | refresh | endpoint | do                  | logins |
        | the metadata are not there  | true    | metadata | status: {code: 503} | 1 time |
        | the metadata cannot be read | true    | metadata | end: {how: reset}   | 1 time |
        | the renewal                 | true    | token    | status: {code: 503} | 1 time |

    Example: a client cannot be registered just now
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: false}
        rules:
          - {when: {endpoint: register, nth: 1}, do: [{status: {code: 503}}]}
          - {when: {endpoint: register, nth: 2}, do: [{status: {code: 503}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected
      And the user was asked to log in 1 time
      And the authorization server "login" was asked 3 times for "register"

    Scenario Outline: a client that needs no user, and a token endpoint with <code>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, clients: [{id: robot, secret: robot-secret}]}
        rules:
          - {when: {endpoint: token, nth: 2}, do: [{status: {code: <code>}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "robot", "clientSecret": "robot-secret"}
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" is <state>
      And the user was asked to log in 0 times

      Examples:
        | code | state        |
        | 503  | connected    |
        | 500  | disconnected |
