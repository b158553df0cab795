@room
Feature: Visibility decides who sees a provider
  A provider is shared by everybody in a room, unless its visibility says otherwise:
  it travels from the operator's settings to the room server and holds there.

  Background:
    Given servers "all, inner, own" over ws
    And the environment variable "ADA_TOKEN" is "tok-ada"
    And the room server demands the token "tok-owner"

  @ROOM-18 @X-ROOM-06 @virtual
  Rule: A provider's visibility says who sees it in the status and in the list of tools, and who can call it

    Scenario Outline: <who> sees <providers>
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "all", "url": "ws://all.test", "visibility": "room"},
                        {"id": "inner", "url": "ws://inner.test", "visibility": "team"},
                        {"id": "own", "url": "ws://own.test", "visibility": "owner"}],
         "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When GET "/status/mcp" is asked with the token "<token>"
      Then the answer lists "providers" with the "id" "<providers>"
      And the answer lists "providers" with the "visibility" "<words>"
      When GET "/tools" is asked with the token "<token>"
      Then the answer lists "tools" with the "provider" "<providers>"
      When tool "inner:echo" is called over HTTP with the token "<token>"
      Then the answer is <inner>
      When tool "own:echo" is called over HTTP with the token "<token>"
      Then the answer is <own>

      Examples:
        | who                       | token     | providers        | words             | inner | own |
        | the owner                 | tok-owner | all, inner, own | room, team, owner | 200   | 200 |
        | a member of the team      | tok-ada   | all, inner      | room, team        | 200   | 404 |

    Example: one without a token sees what is for the whole room, and is told nothing of the rest
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "all", "url": "ws://all.test"}, {"id": "inner", "url": "ws://inner.test", "visibility": "team"}]}
        """
      And the room server has started
      When GET "/status/mcp" is asked
      Then the answer is 401
      When GET "/tools" is asked
      Then the answer is 200 with:
        """json
        {"tools":[{"name":"all:echo","provider":"all","description":"Returns its text.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}]}
        """
      When tool "inner:echo" is called over HTTP
      Then the answer is 404 with:
        """json
        {"error":"no tool named \"inner:echo\""}
        """

    Example: a token that is not known sees neither the status nor tools
      Given the room server's settings are:
        """json
        {"McpServers": [{"id": "all", "url": "ws://all.test"}, {"id": "own", "url": "ws://own.test", "visibility": "owner"}]}
        """
      And the room server has started
      When GET "/status/mcp" is asked with the token "tok-eve"
      Then the answer is 401
      When GET "/tools" is asked with the token "tok-eve"
      Then the answer is 401 with:
        """json
        {"error":"the token is missing or wrong"}
        """
      And the answer has the header "WWW-Authenticate" set to "Bearer"
      When POST "/admin/mcp/load" is asked with the token "tok-eve" and:
        """json
        {"providers": [{"id": "own", "url": "ws://own.test"}]}
        """
      Then the answer is 401

  @ROOM-24 @X-ROOM-07 @virtual
  Rule: The visibility of a load command holds from then on, and one that says nothing changes nothing

    Example: through the operator, whose own settings say it too
      Given the operator's settings are:
        """json
        {"Mcp": {"Providers": [{"id": "inner", "url": "ws://inner.test", "visibility": "team"}]}}
        """
      And the room server has started
      When POST "/mcp/load" is asked of the operator with:
        """json
        {"providers": [{"id": "all", "url": "ws://all.test"}, {"id": "own", "url": "ws://own.test", "visibility": "owner"}]}
        """
      And POST "/mcp/load" is asked of the operator
      And GET "/mcp/status" is asked of the operator
      Then the answer lists "providers" with the "id" "all, own, inner"
      And the answer lists "providers" with the "visibility" "-, owner, team"

    Example: loaded again without a word, then with another
      Given the room server has started
      When POST "/mcp/load" is asked of the operator with:
        """json
        {"providers": [{"id": "own", "url": "ws://own.test", "visibility": "owner"}]}
        """
      And POST "/mcp/load" is asked of the operator with:
        """json
        {"providers": [{"id": "own", "url": "ws://own.test"}]}
        """
      Then provider "own" is "connected"
      When GET "/tools" is asked
      Then the answer lists "tools" with the "provider" ""
      When POST "/mcp/load" is asked of the operator with:
        """json
        {"providers": [{"id": "own", "url": "ws://own.test", "visibility": "room"}]}
        """
      And GET "/tools" is asked
      Then the answer lists "tools" with the "provider" "own"
      And server "own" received "initialize" 1 time

    Scenario Outline: a word that is not known, given to the <role>
      Given the room server has started
      When <request> with the token "tok-owner" and:
        """json
        {"providers": [{"id": "all", "url": "ws://all.test", "visibility": "everyone"}]}
        """
      Then the answer is 400 with:
        """json
        {"error":"provider 1: visibility \"everyone\" is none of room, team, owner"}
        """
      And the link to "all" saw 0 attempts to connect

      Examples:
        | role        | request                                   |
        | room server | POST "/admin/mcp/load" is asked           |
        | operator    | POST "/mcp/load" is asked of the operator |
