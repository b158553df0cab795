@room @virtual
Feature: A load command is taken whole, and for itself

  @ROOM-25 @ROOM-27
  Rule: Each provider of a direct command is seen by whom the command says

    Example: one for each word, and one without
      Given servers "all, inner, own, any" over ws
      And the room server demands the token "tok-owner"
      And the room server has started
      When POST "/admin/mcp/load" is asked with the token "tok-owner" and:
        """json
        {"providers": [{"id": "all", "url": "ws://all.test", "visibility": "room"}, {"id": "inner", "url": "ws://inner.test", "visibility": "team"},
                       {"id": "own", "url": "ws://own.test", "visibility": "owner"}, {"id": "any", "url": "ws://any.test"}]}
        """
      Then the answer is 200 with a text that contains ""count":4"
      And providers "all, inner, own, any" are "connected"
      When GET "/admin/mcp/status" is asked with the token "tok-owner"
      Then the answer lists "providers" with the "visibility" "room, team, owner, -"
      When GET "/tools" is asked
      Then the answer lists "tools" with the "provider" "all, any"

  @ROOM-24
  Rule: Of two entries with one id the later one counts, also of those that the operator passes on

    Example: two URLs
      Given servers "one, two" over ws
      And the room server has started
      When POST "/mcp/load" is asked of the operator with:
        """json
        {"providers": [{"id": "a", "url": "ws://one.test"}, {"id": "a", "url": "ws://two.test"}]}
        """
      And 1s passes
      Then the link to "one" saw 0 attempts to connect
      And the link to "two" saw 1 attempt to connect

  @ROOM-24
  Rule: What one command named is nothing that the next one means

    Example: an operator without providers of its own
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded through the operator
      Then the answer is 200
      When POST "/mcp/load" is asked of the operator
      Then the answer is 400 with:
        """json
        {"error":"No providers specified"}
        """

  @ROOM-36 @ROOM-48
  Rule: A command for a provider between two attempts gives it no more of them

    Example: one second after the first
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And provider "alpha" is loaded
      And 1h passes
      Then provider "alpha" is "error"
      And the link to "alpha" saw attempts to connect at "0s, 500ms, 1500ms, 3500ms, 7500ms"

  @ROOM-22 @ROOM-24 @ROOM-25
  Rule: A provider whose URL is no WebSocket keeps none behind it from being connected

    Scenario Outline: told the <role>
      Given server "alpha" over ws
      And the room server has started
      When <request> with:
        """json
        {"providers": [{"id": "wrong", "url": "ftp://x.test"}, {"id": "alpha", "url": "ws://alpha.test"}]}
        """
      Then the answer is 200 with a text that contains ""count":2"
      And provider "alpha" is "connected"
      And provider "wrong" is "connecting"

      Examples:
        | role        | request                                   |
        | room server | POST "/admin/mcp/load" is asked           |
        | operator    | POST "/mcp/load" is asked of the operator |

    Example: at startup
      Given server "alpha" over ws
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "wrong", "url": "ftp://x.test"}, {"id": "alpha", "url": "ws://alpha.test"}]}
        """
      When the room server starts
      Then provider "alpha" is "connected"
      And provider "wrong" is "connecting"
