@room
Feature: A program that has a room server within it gets the same promises
  What holds over HTTP holds for the methods, too: a program says for whom it asks.

  Background:
    Given servers "alpha, beta, gamma" over ws

  @X-ROOM-06 @X-ROOM-07 @virtual
  Rule: A program sees and calls for an entity what that entity may, and closes what it shows with an unknown word

    Example: for the room, for the team, and with a slip
      Given the room server has started
      When the program loads provider "alpha" with the visibility "room"
      And the program loads provider "beta" with the visibility "team"
      And the program loads provider "gamma" with the visibility "teem"
      Then a "visitor" sees the providers "alpha" and the tools "alpha:echo"
      And a "member" sees the providers "alpha, beta" and the tools "alpha:echo, beta:echo"
      When the program calls tool "beta:echo" for a "visitor"
      And the program calls tool "gamma:echo" for a "member"
      And the program calls tool "beta:echo" for a "visitor" through its handle
      Then call 1 fails with "no tool named "beta:echo""
      And call 2 fails with "no tool named "gamma:echo""
      And call 3 fails with "no tool named "beta:echo""

  @X-ROOM-08 @X-ROOM-09 @X-ROOM-10 @virtual
  Rule: Defaults of a program hold as those of a file do, and its own calls are the owner's

    Example: one call a minute, for members with a scope
      Given a program gives the room server these defaults:
        """json
        {"PerMinute": 1, "Scopes": ["net:*"], "AllowedEntities": "team"}
        """
      And the room server has started
      When the program loads provider "alpha" with the visibility ""
      And the program calls tool "alpha:echo" for a "visitor" with the scopes "net:read"
      And the program calls tool "alpha:echo" for a "member" with the scopes "fs:read"
      And the program calls tool "alpha:echo" for a "member" with the scopes "fs:read, net:read"
      And the program calls tool "alpha:echo" for a "owner"
      Then call 1 fails with "tool "alpha:echo" is for "team" entities"
      And call 2 fails with "tool "alpha:echo" needs the scope "net:*""
      And call 3 succeeds
      And call 4 fails with "provider "alpha" takes 1 calls a minute: come back in 60s"

    Example: no defaults are sixty calls a minute, for all
      Given a program gives the room server these defaults:
        """json
        {}
        """
      And the room server has started
      When the program loads provider "alpha" with the visibility ""
      And tool "alpha:echo" is called over HTTP 61 times
      Then the answer is 429 with a text that contains "takes 60 calls a minute"

    Scenario Outline: <defaults>
      Given a program gives the room server these defaults:
        """json
        {<defaults>}
        """
      When the room server tries to start
      Then the room server does not start because of:
        """text
        the defaults of a room: <error>
        """

      Examples:
        | defaults                      | error |
        | "PerMinute": -1               | perMinute -1 is not between 1 and 100000 |
        | "PerMinute": 100001           | perMinute 100001 is not between 1 and 100000 |
        | "Scopes": ["net:*", "*net"]   | scope "*net" is not AREA, AREA:NAME or AREA:* |
        | "AllowedEntities": "everyone" | allowedEntities "everyone" is none of public, team, owner |

  @X-ROOM-15 @virtual
  Rule: A room server that was ended connects nothing any more, and still tells how its providers were

    Example: started again, and given a command
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "beta", "url": "ws://beta.test"}]}
        """
      And the room server has started
      When the program ends the room server and starts it again
      And the program loads provider "gamma" with the visibility "room"
      And 1h passes
      Then the link to "alpha" saw 1 attempt to connect
      And the link to "alpha" has 0 open connections
      And the link to "gamma" saw 0 attempts to connect
      And a "visitor" sees the providers "alpha, beta" and the tools ""
      And no timer is pending
