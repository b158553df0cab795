@room
Feature: Providers wait until somebody asks for them
  A room must open whether or not the providers of its tools can be reached. So
  configured providers are known and idle, and only a command connects them. Who
  wants them at startup can have that, and still nobody waits for them.

  @ROOM-01 @ROOM-66 @virtual
  Rule: Configured providers are idle and untouched until a load command, however long that takes

    Example: three providers, one hour
      Given servers "alpha, beta, gamma" over ws
      And server "gamma" cannot be started
      And the room server has the providers "alpha, beta, gamma"
      When the room server starts
      Then startup returned at 0s
      And providers "alpha, beta, gamma" are "idle"
      When 1h passes
      Then providers "alpha, beta, gamma" are "idle"
      And the link to "alpha" saw 0 attempts to connect
      And the link to "beta" saw 0 attempts to connect
      And the link to "gamma" saw 0 attempts to connect
      And no timer is pending

  @ROOM-02 @virtual @real
  Rule: A provider leaves idle only through a load command, given to the room server or to its operator

    Scenario Outline: a command <to>
      Given servers "alpha, beta" over ws
      And the room server has the providers "alpha, beta"
      And the room server has started
      When GET "/status/mcp" is asked
      And GET "/admin/mcp/status" is asked
      And GET "/health" is asked
      And GET "/mcp/status" is asked of the operator
      And GET "/admin/mcp/load" is asked
      Then providers "alpha, beta" are "idle"
      When <command>
      Then provider "alpha" is "connected"
      And provider "beta" is "idle"

      Examples:
        | to              | command                                       |
        | the room server | provider "alpha" is loaded                      |
        | the operator    | provider "alpha" is loaded through the operator |

    Example: the tools of a room are no reason, asked for or called
      Given servers "alpha, beta" over ws
      And the room server has the providers "alpha, beta"
      And the room server has started
      When GET "/tools" is asked
      And tool "alpha:echo" is called over HTTP
      Then the answer is 404
      And providers "alpha, beta" are "idle"
      And server "alpha" received nothing

    Scenario Outline: a command that is refused for its second provider, given to the <role>
      Given servers "alpha, beta" over ws
      And the room server has the providers "alpha, beta"
      And the room server has started
      When <request> with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "beta"}]}
        """
      Then the answer is 400
      And providers "alpha, beta" are "idle"
      And server "alpha" received nothing

      Examples:
        | role        | request                                   |
        | room server | POST "/admin/mcp/load" is asked           |
        | operator    | POST "/mcp/load" is asked of the operator |

  @ROOM-43 @virtual
  Rule: An idle provider has no open connection

    Example: beside one that is connected
      Given servers "alpha, beta" over ws
      And the room server has the providers "alpha, beta"
      And the room server has started
      When provider "alpha" is loaded
      Then the link to "alpha" has 1 open connection
      And the link to "beta" has 0 open connections

  @ROOM-13 @ROOM-21 @virtual
  Rule: Settings that say nothing of lazy loading are good, and their providers wait

    Scenario Outline: <case>
      Given servers "alpha, beta" over ws
      And the room server's settings are:
        """json
        {<section>"McpServers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "room"}, {"id": "beta", "url": "ws://beta.test"}]}
        """
      When the room server starts
      And 1m passes
      Then providers "alpha, beta" are "idle"
      And the link to "alpha" saw 0 attempts to connect
      And the settings have these problems:
        """text
        """
      And the log has 1 record with "Starting MCP Connection Manager (LazyLoad: True)"
      And the log has 1 record with "MCP providers loaded in idle state (connections will be initiated on-demand)"

      Examples:
        | case                       | section       |
        | there is no section Mcp    |               |
        | the section says something | "Mcp": {},    |
        | there are other sections   | "AllowedHosts": "*", "Logging": {"LogLevel": {"Default": "Information"}}, "Kestrel": {"Endpoints": {}}, |

  @ROOM-22 @virtual
  Rule: With lazy loading off, configured providers connect at startup, without a command

    Example: both at once
      Given servers "alpha, beta" over ws
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "beta", "url": "ws://beta.test"}]}
        """
      When the room server starts
      Then the link to "alpha" saw attempts to connect at "0s"
      And the link to "beta" saw attempts to connect at "0s"
      And providers "alpha, beta" are "connected"
      And the transitions of provider "beta" are "none -> idle, idle -> connecting, connecting -> connected"
      And the log has 1 record with "Starting MCP Connection Manager (LazyLoad: False)"
      And the log has 0 records with "MCP providers loaded in idle state"

  @ROOM-23 @virtual
  Rule: Without any provider the room server starts, is healthy and lists none

    Example: empty settings
      When the room server starts
      Then the log has 1 record with "No MCP providers configured"
      When GET "/status/mcp" is asked
      Then the answer is 200 with:
        """json
        {"providers":[]}
        """
      When GET "/health" is asked
      Then the answer is 200
