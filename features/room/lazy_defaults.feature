@room @virtual
Feature: Only what is said of lazy loading decides about it
  Other sections are about other things.

  @ROOM-13
  Rule: Defaults of tools leave lazy loading as it is

    Example: a limit, and no section Mcp
      Given server "alpha" over ws
      And the room server's settings are:
        """json
        {"McpDefaults": {"rateLimit": {"perMinute": 60}, "allowedEntities": "public"}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}]}
        """
      When the room server starts
      And 1m passes
      Then provider "alpha" is "idle"
      And the link to "alpha" saw 0 attempts to connect

  @ROOM-01
  Rule: One provider waits for its command as many do, also in a room with members

    Scenario Outline: <what>
      Given server "alpha" over ws
      And the environment variable "EVE_TOKEN" is "tok-eve"
      And the room server's settings are:
        """json
        {<more>"McpServers": [{"id": "alpha", "url": "ws://alpha.test"}]}
        """
      When the room server starts
      And 1h passes
      Then the transitions of provider "alpha" are "none -> idle"
      And the link to "alpha" saw 0 attempts to connect

      Examples:
        | what         | more                                                    |
        | it is alone  |                                                         |
        | with members | "McpMembers": [{"id": "eve", "tokenEnv": "EVE_TOKEN"}], |
