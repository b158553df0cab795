@room
Feature: A load command means what it says, whatever was there before
  Commands come from people and programs that do not know what others have done. Each is
  understood and answered in the same way.

  @ROOM-25 @ROOM-36 @virtual
  Rule: An idle provider is connected where the command says, not where it is configured

    Example: alpha is where beta is
      Given servers "alpha, beta" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded with the URL "ws://beta.test"
      Then provider "alpha" is "connected"
      And server "beta" received "initialize" 1 time
      And server "alpha" received nothing
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected"

  @ROOM-28 @virtual
  Rule: Every provider of a command is counted, also one that is connected already

    Example: one, then both, then both again
      Given servers "alpha, beta" over ws
      And the room server has started
      When provider "alpha" is loaded
      And providers "alpha, beta" are loaded
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loading initiated","count":2}
        """
      When providers "alpha, beta" are loaded
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loading initiated","count":2}
        """

  @ROOM-29 @virtual
  Rule: A command that moves a provider does not wait for the end of its old connection

    Example: the old connection takes its time
      Given servers "alpha, beta" over ws
      And the room server has started
      When provider "alpha" is loaded
      And the link to "alpha" gets stall
      And provider "alpha" is loaded with the URL "ws://beta.test"
      Then the answer is 200
      And the answer came at 0s

  @ROOM-27 @virtual
  Rule: What can be known of a URL only by connecting is no reason to refuse a command, and each provider is looked at

    Scenario Outline: <case>
      Given server "alpha" over ws
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "a", "url": "ws://alpha.test"}, {"id": "b", "url": "ws://alpha.test"}, <third>]}
        """
      Then the answer is <code> with a text that contains "<text>"

      Examples:
        | case           | third                                | code | text                        |
        | over TLS       | {"id": "c", "url": "wss://c.test"}   | 200  | "count":3                   |
        | another scheme | {"id": "c", "url": "ftp://c.test"}   | 200  | "count":3                   |
        | no URL         | {"id": "c"}                          | 400  | provider 3: url is missing  |
        | no id          | {"url": "ws://c.test"}               | 400  | provider 3: id is missing   |

  @ROOM-18 @virtual
  Rule: The limit of a provider is one for all who call it, and needs no scopes

    Scenario Outline: two calls a minute, <who>
      Given server "alpha" over ws
      And the environment variable "ADA_TOKEN" is "tok-ada"
      And the environment variable "ANN_TOKEN" is "tok-ann"
      And the room server demands the token "tok-owner"
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "McpDefaults": {"rateLimit": {"perMinute": 2}},
         "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}, {"id": "ann", "tokenEnv": "ANN_TOKEN"}]}
        """
      And the room server has started
      When tool "alpha:echo" is called over HTTP with the token "<first>"
      And tool "alpha:echo" is called over HTTP with the token "<second>"
      Then the answer is 200
      When tool "alpha:echo" is called over HTTP with the token "<third>"
      Then the answer is 429
      And server "alpha" received "tools/call" 2 times

      Examples:
        | who                         | first   | second  | third     |
        | one member                  | tok-ada | tok-ada | tok-ada   |
        | two members and the owner   | tok-ada | tok-ann | tok-owner |
        | the owner between a member's | tok-ada | tok-owner | tok-ada |

  @ROOM-24 @ROOM-25 @ROOM-28 @ROOM-29 @ROOM-36 @virtual
  Rule: A command may name many providers, and none waits for another

    Scenario Outline: twelve, one of which is silent, told the <role>
      Given servers "p1..p12" over ws
      And server "p1" never answers "initialize"
      And the room server has started
      When <command>
      Then the answer is 200 with a text that contains ""count":12"
      And the answer came at 0s
      And provider "p1" is "connecting"
      And providers "p2..p12" are "connected"

      Examples:
        | role        | command                                          |
        | room server | providers "p1..p12" are loaded                   |
        | operator    | providers "p1..p12" are loaded through the operator |

    Example: beside one that is asked for at another URL
      Given servers "alpha, beta, gamma" over ws
      And the room server has the providers "alpha, beta"
      And the room server has started
      When provider "alpha" is loaded
      And POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://gamma.test"}, {"id": "beta", "url": "ws://beta.test"}]}
        """
      And 1s passes
      Then provider "alpha" is "connected"
      And provider "beta" is "connected"
      And server "gamma" received "initialize" 1 time
