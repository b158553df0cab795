@room
Feature: Both roles are set up in appsettings.json
  Files that exist go on working: what is not there has a default, what is unknown
  is reported and harms nothing, and comments are welcome.

  @ROOM-12 @ROOM-18 @virtual
  Rule: The room server finds its providers and defaults in its settings

    Example: the documented file, with a comment
      Given servers "example-mcp, other" over ws
      And the room server's settings are:
        """json
        {
          "Mcp": {"LazyLoad": true}, // the default
          "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test", "visibility": "room"},
                         {"id": "other", "url": "ws://other.test", "visibility": "owner"}],
          "McpDefaults": {"rateLimit": {"perMinute": 60}, "scopes": ["net:*"], "allowedEntities": "public"}
        }
        """
      When the room server starts
      Then provider "example-mcp" is "idle"
      And provider "other" is "idle"
      And the settings have these problems:
        """text
        """
      And the room server's settings mean:
        """json
        {"LazyLoad": true,
         "Providers": [{"id": "example-mcp", "url": "ws://example-mcp.test", "visibility": "room"},
                       {"id": "other", "url": "ws://other.test", "visibility": "owner"}],
         "Defaults": {"PerMinute": 60, "Scopes": ["net:*"], "AllowedEntities": "public"}, "Members": null, "LogLevel": "info"}
        """

    Example: providers that say nothing of their visibility, one of them over TLS
      Given servers "docs, far" over ws
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "docs", "url": "ws://docs.test"}, {"id": "far", "url": "wss://far.test/a?b=c"}]}
        """
      When the room server starts
      Then the room server's settings mean:
        """json
        {"LazyLoad": true, "Providers": [{"id": "docs", "url": "ws://docs.test"}, {"id": "far", "url": "wss://far.test/a?b=c"}],
         "Defaults": {"PerMinute": 60, "Scopes": null, "AllowedEntities": "public"}, "Members": null, "LogLevel": "info"}
        """

  @ROOM-19 @virtual @real
  Rule: The operator finds the room server and its own providers in its settings

    Example: the documented file, with one provider more
      Given servers "example-mcp, other" over ws
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://localhost:40801"},
         "Mcp": {"Providers": [{"id": "example-mcp", "url": "ws://example-mcp.test", "visibility": "room"},
                               {"id": "other", "url": "ws://other.test", "visibility": "team"}]}}
        """
      When the room server starts
      Then the operator's settings mean:
        """json
        {"BaseURL": "http://localhost:40801",
         "Providers": [{"id": "example-mcp", "url": "ws://example-mcp.test", "visibility": "room"},
                       {"id": "other", "url": "ws://other.test", "visibility": "team"}]}
        """
      When POST "/mcp/load" is asked of the operator
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loaded","count":2}
        """
      And providers "example-mcp, other" are "connected"

  @ROOM-20
  Rule: The room server is at port 40801 and the operator at 40802, unless told otherwise

    @virtual
    Example: both answer there, and the operator of an empty file finds the room server
      Given server "alpha" over ws
      And the room server has started
      When GET "http://localhost:40801/status/mcp" is asked
      Then the answer is 200
      When POST "http://localhost:40802/mcp/load" is asked with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://alpha.test"}]}
        """
      Then the answer is 200
      And provider "alpha" is "connected"

    @real
    Scenario Outline: mcpsim <command> wants port <port>
      Given port <port> of this machine is taken
      When mcpsim runs "<command>"
      Then mcpsim ends with code <code> and says "<text>"

      Examples:
        | command          | port  | code | text                                   |
        | control serve    | 40801 | 1    | listen tcp 127.0.0.1:40801:            |
        | control operator | 40802 | 1    | listen tcp 127.0.0.1:40802:            |
        | integration      | 40801 | 2    | port 40801 of the room server is taken |
        | integration      | 40802 | 2    | port 40802 of the operator is taken    |

  @X-ROOM-05 @ROOM-12 @virtual
  Rule: What is wrong in settings is reported with its place and harms nothing else

    Example: an unknown key, and a provider without a URL
      Given server "beta" over ws
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false, "Retries": 3}, "Logging": {"Level": "Debug"},
         "McpServers": [{"id": "alpha"}, {"id": "beta", "url": "ws://beta.test", "color": 7}]}
        """
      When the room server starts
      Then provider "beta" is "connected"
      And the settings have these problems:
        """text
        appsettings.json:1:29: unknown key "Retries"
        appsettings.json:2:17: a provider is left out: url is missing
        appsettings.json:2:74: unknown key "color"
        """
      And 1 entry of the settings is left out

    Example: keys of other programs, and a provider that is there twice
      Given servers "alpha, beta" over ws
      And the room server's settings are:
        """json
        {"AllowedHosts": "*", "Kestrel": {"Limits": 7}, "Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "beta", "url": "ws://alpha.test"}, {"id": "beta", "url": "ws://beta.test"}]}
        """
      When the room server starts
      Then server "beta" received "initialize" 1 time
      And server "alpha" received nothing
      And the settings have these problems:
        """text
        appsettings.json:2:59: provider "beta" is there again; the last one counts
        """
