@room
Feature: McpDefaults decides who uses the tools of a room
  Tools may cost money or reach other machines. Entities that are let in, and scopes
  that they must hold, are written in the settings, and what is written there holds.

  Background:
    Given server "all" over ws
    And the environment variable "ADA_TOKEN" is "tok-ada"
    And the room server demands the token "tok-owner"

  @ROOM-18 @X-ROOM-08 @virtual
  Rule: McpDefaults.allowedEntities says who may call tools: public, team or owner

    Scenario Outline: <allowed>
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "all", "url": "ws://all.test"}],
         "McpDefaults": {<allowed>}, "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When tool "all:echo" is called over HTTP with the token "tok-owner"
      Then the answer is <owner>
      When tool "all:echo" is called over HTTP with the token "tok-ada"
      Then the answer is <member>
      When tool "all:echo" is called over HTTP
      Then the answer is <visitor> with a text that contains "<text>"

      Examples:
        | allowed                     | owner | member | visitor | text                                           |
        |                             | 200   | 200    | 200     | {"isError":false,"text":"hello","content":[{"type":"text","text":"hello"}]} |
        | "allowedEntities": "public" | 200   | 200    | 200     | "text":"hello"                                 |
        | "allowedEntities": "team"   | 200   | 200    | 403     | {"error":"tool \"all:echo\" is for \"team\" entities"}  |
        | "allowedEntities": "owner"  | 200   | 403    | 403     | {"error":"tool \"all:echo\" is for \"owner\" entities"} |

  @ROOM-18 @X-ROOM-09 @virtual
  Rule: McpDefaults.scopes are what a caller must hold, all of them, and a star stands for any

    Scenario Outline: <held> where <needed> is needed
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "all", "url": "ws://all.test"}],
         "McpDefaults": {"scopes": [<needed>]}, "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN", "scopes": [<held>]}]}
        """
      And the room server has started
      When tool "all:echo" is called over HTTP with the token "tok-ada"
      Then the answer is <code> with a text that contains "<text>"
      When tool "all:echo" is called over HTTP with the token "tok-owner"
      Then the answer is 200

      Examples:
        | needed                 | held                   | code | text                       |
        |                        |                        | 200  | hello                      |
        | "net:*"                |                        | 403  | {"error":"tool \"all:echo\" needs the scope \"net:*\""} |
        | "net:*"                | "net:read"             | 200  | hello                      |
        | "net:*"                | "net:*"                | 200  | hello                      |
        | "net:*"                | "netx:read"            | 403  | needs the scope \"net:*\"  |
        | "net:*"                | "fs:net"               | 403  | needs the scope \"net:*\"  |
        | "net:read"             | "net:write"            | 403  | needs the scope \"net:read\" |
        | "net:read"             | "net:*"                | 200  | hello                      |
        | "net:read"             | "net"                  | 200  | hello                      |
        | "net:read"             | "*:read"               | 200  | hello                      |
        | "net:read"             | "*"                    | 200  | hello                      |
        | "net:*", "fs:read"     | "net:read"             | 403  | needs the scope \"fs:read\" |
        | "net:*", "fs:read"     | "fs:*", "net:read"     | 200  | hello                      |

    Example: one without a token holds none
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "all", "url": "ws://all.test"}], "McpDefaults": {"scopes": ["net:*"]}}
        """
      And the room server has started
      When tool "all:echo" is called over HTTP
      Then the answer is 403
      And server "all" received "tools/call" 0 times
