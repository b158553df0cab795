@room
Feature: Settings that say little mean the documented defaults
  Most files name what differs. What they do not name must not turn into no limit, no
  protection or no start.

  @ROOM-18 @ROOM-21 @virtual
  Rule: Defaults hold with or without the section Mcp, each whether or not another one is set

    Scenario Outline: <case>
      Given server "alpha" over ws
      And the environment variable "ADA_TOKEN" is "tok-ada"
      And the room server demands the token "tok-owner"
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "McpDefaults": {<defaults>},
         "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When POST "/admin/mcp/load" is asked with the token "tok-owner" and:
        """json
        {"providers": [{"id": "alpha", "url": "ws://alpha.test"}]}
        """
      And tool "alpha:echo" is called over HTTP <n> times with the token "<token>"
      Then the answer is <code>
      When tool "alpha:echo" is called over HTTP with the token "<token>"
      Then the answer is <next>

      Examples:
        | case                      | defaults                       | n  | token     | code | next |
        | nothing is said           |                                | 60 | tok-ada   | 200  | 429  |
        | who may call              | "allowedEntities": "team"      | 60 | tok-ada   | 200  | 429  |
        | who may call, and may not | "allowedEntities": "owner"     | 1  | tok-ada   | 403  | 403  |
        | what must be held         | "scopes": ["net:*"]            | 60 | tok-owner | 200  | 429  |
        | what must be held, and is not | "scopes": ["net:*"]        | 1  | tok-ada   | 403  | 403  |
        | a limit                   | "rateLimit": {"perMinute": 2}  | 2  | tok-ada   | 200  | 429  |
        | an empty limit            | "rateLimit": {}                | 60 | tok-ada   | 200  | 429  |

  @ROOM-23 @virtual
  Rule: A list without providers is as good as none

    Example: an empty list
      Given the room server's settings are:
        """json
        {"McpServers": []}
        """
      When the room server starts
      Then startup returned at 0s
      And the log has 1 record with "No MCP providers configured"
      And the settings have these problems:
        """text
        """
      When GET "/status/mcp" is asked
      Then the answer is 200 with:
        """json
        {"providers":[]}
        """

  @ROOM-21 @virtual
  Rule: An operator without the section Mcp asks the room server that its settings name

    Example: another one
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: 200, body: '{"providers":[]}'}}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test"}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      Then the answer is 200
      And server "upstream" received "GET" 1 time
