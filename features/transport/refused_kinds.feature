@omp @virtual
Feature: Rejected credentials are renewed whatever else the server says

  @OMP-TP-80 @real
  Rule: A rejection is followed by one renewal, in a session or not, and all headers of the renewal are sent

    Scenario Outline: status <status> in a session, <how>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{status: {code: <status>, body: "no", headers: {<headers>}}}]}
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "X-Key" set to "new"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "tools/list" is sent
      Then requests 1 to 2 succeed
      And "tools/list" number 2 to server "docs" has the header "X-Key" set to "new"
      And new credentials were asked for 1 time

      Examples:
        | status | how                | headers                         |
        | 401    | as text            | Content-Type: text/plain        |
        | 403    | as text            | Content-Type: text/plain        |
        | 401    | as an event stream | Content-Type: text/event-stream |
        | 403    | as an event stream | Content-Type: text/event-stream |

    Example: a request of 64 KiB
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/call, first: 1}, do: [{status: 401}]}]
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      When the request "tools/call" is sent with 65536 bytes
      Then server "docs" received "tools/call" 2 times
      And "tools/call" number 2 to server "docs" has the header "Authorization" set to "Bearer new"
