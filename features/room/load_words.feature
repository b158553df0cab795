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
