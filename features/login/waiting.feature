@omp @virtual
Feature: A server that wants a login waits for it
  To try again without a login gains nothing, and costs the server a refusal each time.
  Who logs in elsewhere, in another terminal perhaps, expects to see the server live.

  Background:
    Given the switch "reconnect.after_ladder" is "retry-remote"
    And server "docs" over http with this script:
      """yaml
      tools: [search]
      rules:
        - when: {verb: POST, header: {Authorization: "!Bearer good"}}
          do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]
      """

  @X-LOGIN-8
  Rule: A server without a login is left alone until another process has logged in

    Example: one login that is good
      When the runtime starts
      And 1h passes
      Then server "docs" is disconnected
      And server "docs" received "initialize" 1 time
      When another process stores these credentials:
        | id                         | access token |
        | login:http://docs.test/mcp | good         |
      And 3s passes
      Then server "docs" is connected
      And server "docs" received "initialize" at "0s, 1h0m2s"

    Example: one that is not, one for another server, and one that is
      When the runtime starts
      And another process stores these credentials:
        | id                         | access token |
        | login:http://docs.test/mcp | bad          |
      And 1h passes
      Then server "docs" is disconnected
      And server "docs" received "initialize" 2 times
      When another process stores these credentials:
        | id                          | access token | refresh token |
        | login:http://docs.test/mcp2 | good         |               |
        | login:http://docs.test/mcp  |              | later         |
      And 1h passes
      Then server "docs" received "initialize" 2 times
      When another process stores these credentials:
        | id                         | access token |
        | login:http://docs.test/mcp | good         |
      And 3s passes
      Then server "docs" is connected

    Example: one whose type is sse
      Given server "more" over sse with this script:
        """yaml
        rules:
          - when: {verb: POST, header: {Authorization: "!Bearer good"}}
            do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]
        """
      When the runtime starts
      And another process stores these credentials:
        | id                         | access token |
        | login:http://more.test/mcp | good         |
      And 3s passes
      Then server "more" is connected
      And server "docs" is disconnected

    Example: asked for meanwhile
      When the runtime starts
      And 10m1s passes
      And server "docs" is reconnected
      And 10m passes
      Then server "docs" is disconnected
      And server "docs" received "initialize" 2 times
      When another process stores these credentials:
        | id                         | access token |
        | login:http://docs.test/mcp | good         |
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "initialize" 3 times

  @X-LOGIN-8
  Rule: A server that wants a login says so in its own words if the store of logins cannot be read

    Example: the store is broken
      Given credentials cannot be read
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                   |
        | docs   | HTTP 401:  [WWW-Authenticate: Bearer]   |
      And server "docs" received "initialize" 1 time
      And the log has 1 warning with "credentials cannot be read"

    Example: it breaks while the program runs
      Given server "mail" over http with this script:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{status: {code: 401, body: who are you, headers: {WWW-Authenticate: Bearer}}}]
        """
      And these credentials are stored:
        | id                         | access token |
        | login:http://mail.test/mcp | good         |
      And the runtime has started
      And credentials cannot be read
      When tool "mcp__mail_echo" is called
      And 1m passes
      Then call 1 returns the error text "MCP error: HTTP 401: who are you [WWW-Authenticate: Bearer]"
