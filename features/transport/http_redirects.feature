@omp @virtual
Feature: A redirect is followed where it loses nothing and gives nothing away
  A redirect that keeps method and body may be followed within the origin. Any
  other would send a message as something else, or a token to somewhere else.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And server "docs" is defined with the header "Authorization" set to "Bearer t"
    And a connected transport to server "docs"

  @FF-57
  Rule: 307 and 308 within the origin are followed with method, body and headers, no other redirect is

    Scenario Outline: <status> to "<location>"
      Given server "docs" follows these rules:
        """yaml
        - when: {method: <method>, nth: 1}
          do: [{status: {code: <status>, headers: {Location: "<location>"}}}]
        """
      When the <kind> "<method>" is sent
      Then request 1 <outcome>
      And server "docs" received "<method>" <times>
      And "<method>" number 1 to server "docs" has the header "Authorization" set to "Bearer t"

      Examples:
        | kind         | method     | status | location                 | outcome                                                                                                       | times   |
        | request      | tools/list | 307    | <origin>/mcp             | succeeds                                                                                                      | 2 times |
        | request      | tools/list | 308    | /mcp                     | succeeds                                                                                                      | 2 times |
        | notification | a/b        | 308    | /mcp                     | succeeds                                                                                                      | 2 times |
        | request      | tools/list | 307    | /other                   | fails with a text that begins with "HTTP 404: "                                                               | 1 time  |
        | request      | tools/list | 301    | /mcp                     | fails with "HTTP 301: "                                                                                       | 1 time  |
        | request      | tools/list | 302    | /mcp                     | fails with "HTTP 302: "                                                                                       | 1 time  |
        | request      | tools/list | 303    | /mcp                     | fails with "HTTP 303: "                                                                                       | 1 time  |
        | request      | tools/list | 307    | http://elsewhere.test/x  | fails with "HTTP 307: redirect not followed: it leads to another origin, http://elsewhere.test"               | 1 time  |
        | request      | tools/list | 307    | https://docs.test/mcp    | fails with "HTTP 307: redirect not followed: it leads to another origin, https://docs.test"                   | 1 time  |
        | request      | tools/list | 308    |                          | fails with "HTTP 308: redirect not followed: it names no usable location"                                     | 1 time  |
        | notification | a/b        | 307    | http://elsewhere.test/x  | fails with "HTTP 307: redirect not followed: it leads to another origin, http://elsewhere.test"               | 1 time  |

    Example: what was sent is sent again, with its headers
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{status: {code: 307, headers: {Location: /mcp}}}]}
        """
      When the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {"text": "hello"}}
        """
      Then request 1 succeeds
      And "tools/call" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
         "params": {"name": "echo", "arguments": {"text": "hello"}}}
        """
      And "tools/call" number 2 to server "docs" has the header "Authorization" set to "Bearer t"
      And "tools/call" number 2 to server "docs" has the header "Content-Type" set to "application/json"

    Scenario Outline: <redirects> redirects
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: <redirects>}, do: [{status: {code: 307, headers: {Location: /mcp}}}]}
        """
      When the request "tools/list" is sent
      Then request 1 <outcome>
      And server "docs" received "tools/list" 11 times

      Examples:
        | redirects | outcome                                                     |
        | 10        | succeeds                                                    |
        | 11        | fails with "HTTP 307: redirect not followed: it is the 11th" |
