@omp @virtual
Feature: A rejected access token of a login is renewed, and the new one kept
  Servers may reject a token long before its hour is over. The runtime then
  renews it once, tells nobody, and connects with the new one from then on. What
  it was given stays between it, the store and the server.

  Background:
    Given server "docs" over http
    And server "docs" is defined with auth:
      """json
      {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
      """
    And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
    And these credentials are stored:
      | id    | access token | refresh token | expires in |
      | login | access-1     | refresh-1     | 1h         |

  @OMP-TP-08 @real
  Rule: Rejected tokens are renewed for servers over HTTP with OAuth settings, and for no others

    Scenario Outline: <what>
      Given server "other" over <kind>
      And server "other" is defined with auth:
        """json
        <auth>
        """
      And server "other" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [<rejection>]}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo, mcp__other_echo"
      When tool "mcp__other_echo" is called
      Then server "other" received "tools/call" <calls>
      And the token endpoint was asked <asked>
      And the log has 0 records of "other" with "renewing the rejected token failed"

      Examples:
        | what                 | kind  | auth | rejection | calls | asked |
        | HTTP                 | http  | {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"} | status: 401 | 2 times | 1 time |
        | sse                  | sse   | {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"} | status: 403 | 2 times | 1 time |
        | another kind of auth | http  | {"type": "apikey", "credentialId": "login", "tokenUrl": "http://auth.test/token"} | status: 401 | 1 time | 0 times |
        | no auth at all       | http  | null | status: 401 | 1 time | 0 times |
        | no auth              | http  | {} | status: 401 | 1 time | 0 times |
        | stdio                | stdio | {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"} | error: {code: 401, message: Unauthorized} | 1 time | 0 times |

    Example: a later connection renews as the first one did
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [status: 401]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 2 times
      And the token endpoint was asked 1 time

  @OMP-TP-82
  Rule: A request whose renewed token is rejected as well has failed, and the next one has its own renewal

    Example: two rejections in a row, then another one
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 3}, do: [status: 401]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 2 times
      And the token endpoint was asked 1 time
      When tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 4 times
      And the token endpoint was asked 2 times

  @OMP-LC-43 @real
  Rule: Renewal is in place for the first tools/list, and not before

    Example: the first tools/list is rejected
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{status: 401}]}
        """
      When the runtime starts
      Then server "docs" is connected
      And server "docs" received "initialize" 1 time
      And server "docs" received "tools/list" 2 times
      And "tools/list" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"
      And "tools/list" number 2 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And the runtime has the tools "mcp__docs_echo"
      And the token endpoint was asked 1 time

    Example: initialize is rejected
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{status: {code: 401, body: who are you}}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                 |
        | docs   | HTTP 401: who are you |
      And server "docs" received "initialize" 1 time
      And the token endpoint was asked 0 times

  @OMP-LC-30 @real
  Rule: The next connection uses the token that is stored by then

    Scenario Outline: <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 401}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Given these credentials are stored:
        | id      | access token | refresh token |
        | <store> | access-9     | refresh-9     |
      When server "docs" ends its stream
      Then "initialize" number 2 to server "docs" has the header "Authorization" set to "Bearer <sent>"
      And the token endpoint was asked 1 time

      Examples:
        | what                            | store | sent     |
        | the one that was renewed        | mine  | access-2 |
        | the one that another login left | login | access-9 |

  @OMP-LC-29 @real
  Rule: Tokens are on the wire and nowhere in what the runtime keeps or reports

    Scenario Outline: <text>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 401}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then "tools/call" number 2 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And the runtime's saved state does not contain "<text>"
      And the trace does not contain "<text>"

      Examples:
        | text      |
        | access-1  |
        | refresh-1 |
        | access-2  |
        | refresh-2 |
