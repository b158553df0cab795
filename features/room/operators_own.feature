@room @virtual
Feature: What an operator has of its own goes along with what it asks
  A load without providers means those of the operator's settings, as they are there, and
  a question needs the token as much as a command does.

  @ROOM-19
  Rule: The operator's own providers are loaded with their visibility

    Example: one for the owner, one for all
      Given servers "alpha, beta" over ws
      And the operator's settings are:
        """json
        {"Mcp": {"Providers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "owner"},
                               {"id": "beta", "url": "ws://beta.test"}]}}
        """
      And the room server has started
      When POST "/mcp/load" is asked of the operator
      And GET "/status/mcp" is asked
      Then the answer is 200 with a text that contains ""visibility":"owner""
      And a "member" sees the providers "beta" and the tools "beta:echo"

  @ROOM-26
  Rule: The operator shows the status of a room server that demands a token

    Example: it has the token
      Given server "alpha" over ws
      And the room server demands the token "tok-1"
      And the room server has the providers "alpha"
      And the room server has started
      When GET "/mcp/status" is asked of the operator with the token "tok-1"
      Then the answer is 200
      And the answer lists "providers" with the "id" "alpha"

  @ROOM-02
  Rule: To disconnect a provider is no reason to connect another one

    Example: one of three was loaded
      Given servers "alpha, beta, gamma" over ws
      And the room server has the providers "alpha, beta, gamma"
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" is disconnected
      And 1h passes
      Then providers "alpha, beta, gamma" are "idle"
      And server "beta" received nothing
      And server "gamma" received nothing
