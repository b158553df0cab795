@room
Feature: The operator passes on what the room server says, and says if it cannot
  An operator is asked by people who do not see the room server: its answers, good or
  bad, are the room server's own, and if there is none they are told why.

  @ROOM-24 @X-ROOM-19 @virtual
  Rule: What the room server refuses is passed on as it is

    Scenario Outline: <what>
      Given server "alpha" over ws
      And server "upstream" over http with this script:
        """yaml
        http: {path: <path>}
        rules: [{when: {verb: <verb><header>}, do: [{status: {code: <code>, headers: {Location: "http://localhost:40801/health"}, body: "not today"}}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test<slash>"}}
        """
      And the room server has started
      When <request>
      Then the answer is <code> with:
        """text
        not today
        """

      Examples:
        | what        | request                                         | verb | header                                   | path              | code | slash |
        | a refusal   | provider "alpha" is loaded through the operator | POST | , header: {Content-Type: application/json} | /admin/mcp/load   | 403  | /     |
        | a redirect  | provider "alpha" is loaded through the operator | POST |                                          | /admin/mcp/load   | 307  |       |
        | a failure   | GET "/mcp/status" is asked of the operator      | GET  |                                          | /admin/mcp/status | 500  | /     |
        | a redirect  | GET "/mcp/status" is asked of the operator      | GET  |                                          | /admin/mcp/status | 302  |       |

    Example: a question has neither a body nor a token that nobody has given
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: 200, body: "{}"}}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test"}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      Then the answer is 200
      And "GET" number 1 to server "upstream" has no header "Content-Type"
      And "GET" number 1 to server "upstream" has no header "Authorization"
      And the link to "upstream" has 0 open connections
      And no timer is pending

    Example: what is not JSON for programs alone is passed on as it is written
      Given server "alpha" over ws with this script:
        """yaml
        rules: [{when: {verb: GET}, do: [{status: {code: 403, body: "<no> & never"}}]}]
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded through the operator
      And GET "/mcp/status" is asked of the operator
      Then the answer is 200 with a text that contains "HTTP 403: <no> & never"

    Example: an answer that breaks off is none
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{headers: {X: y}}, {raw: "{"}, {end: reset}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test"}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      Then the answer is 502 with a text that contains "the room server cannot be reached: "

  @ROOM-19 @ROOM-26 @X-ROOM-20 @virtual
  Rule: A room server that cannot be reached is an answer 502 that says why and shows no secret of its URL

    Scenario Outline: <request>, <case>
      Given server "alpha" over ws
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "<url>"}}
        """
      And the room server has started
      When <request>
      Then the answer is 502 with:
        """json
        {"error":"the room server cannot be reached: <why>"}
        """

      Examples:
        | request                                      | case             | url                     | why |
        | GET "/mcp/status" is asked of the operator   | refused          | http://nobody.test      | dial tcp nobody.test:80: connect: connection refused |
        | provider "alpha" is loaded through the operator | refused       | http://nobody.test:99   | dial tcp nobody.test:99: connect: connection refused |
        | GET "/mcp/status" is asked of the operator   | no port          | http://u:tok-1@room:x   | invalid port \":x\" after host |
        | GET "/mcp/status" is asked of the operator   | no scheme        | room.test               | unsupported protocol scheme \"\" |

    Example: one that does not answer within ten seconds
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{never: {}}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test"}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      And 9900ms pass
      And 200ms pass
      Then the answer is 502 with a text that contains "the room server cannot be reached: "
      And the answer came at 10s
      And the answer is 502 with a text that contains "the room server cannot be reached: timeout after 10s"

    Example: its own health needs none
      Given the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://nobody.test"}}
        """
      And the room server has started
      When GET "/health" is asked of the operator
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """
      When POST "/health" is asked of the operator
      Then the answer is 405 with:
        """json
        {"error":"/health takes GET"}
        """

    Example: a command that names nothing is refused before it is asked
      Given the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://nobody.test"}}
        """
      And the room server has started
      When POST "/mcp/load" is asked of the operator
      Then the answer is 400 with:
        """json
        {"error":"No providers specified"}
        """
