@room
Feature: What is written in appsettings.json has an effect, or an error says that it has none
  Settings that are read and obeyed by no part of the server protect nobody: a word
  with a slip in it must not open a room that it was to close.

  @ROOM-18 @X-ROOM-13 @virtual
  Rule: A room server does not start with defaults or members that mean nothing

    Scenario Outline: <settings>
      Given the environment variable "ADA_TOKEN" is "tok-ada"
      And the environment variable "ANN_TOKEN" is "tok-ada"
      And the room server's settings are:
        """json
        {<settings>}
        """
      When the room server tries to start
      Then the room server does not start because of:
        """text
        <error>
        """

      Examples:
        | settings                                                       | error |
        | "McpDefaults": {"allowedEntities": "publick"}                  | appsettings.json:1:37: allowedEntities "publick" is none of public, team, owner |
        | "McpDefaults": {"allowedEntities": ""}                         | appsettings.json:1:37: allowedEntities "" is none of public, team, owner |
        | "McpDefaults": {"allowedEntities": ["public"]}                 | appsettings.json:1:37: "allowedEntities" must be a string, not a list |
        | "McpDefaults": {"scopes": ["net:*", "net:"]}                   | appsettings.json:1:28: scope "net:" is not AREA, AREA:NAME or AREA:* |
        | "McpDefaults": {"scopes": [":x"]}                              | appsettings.json:1:28: scope ":x" is not AREA, AREA:NAME or AREA:* |
        | "McpDefaults": {"scopes": ["net:re*"]}                         | appsettings.json:1:28: scope "net:re*" is not AREA, AREA:NAME or AREA:* |
        | "McpDefaults": {"scopes": ["net:a:b"]}                         | appsettings.json:1:28: scope "net:a:b" is not AREA, AREA:NAME or AREA:* |
        | "McpDefaults": {"scopes": ["net:a~b"]}                         | appsettings.json:1:28: scope "net:a~b" is not AREA, AREA:NAME or AREA:* |
        | "McpDefaults": {"scopes": ["a b"]}                             | appsettings.json:1:28: scope "a b" is not AREA, AREA:NAME or AREA:* |
        | "McpDefaults": {"scopes": "net:*"}                             | appsettings.json:1:28: "scopes" must be a list of strings, not a string |
        | "McpDefaults": {"rateLimit": {"perMinute": 0}}                 | appsettings.json:1:45: perMinute 0 is not between 1 and 100000 |
        | "McpDefaults": {"rateLimit": {"perMinute": 100001}}            | appsettings.json:1:45: perMinute 100001 is not between 1 and 100000 |
        | "McpDefaults": {"rateLimit": {"perMinute": -1}}                | appsettings.json:1:45: "perMinute" must be a whole number, 0 or more |
        | "Logging": {"LogLevel": {"Mcp": "Verbose"}}                    | appsettings.json:1:34: "Mcp" is none of Trace, Debug, Information, Warning, Error, Critical, None |
        | "McpMembers": [{"id": "ada"}]                                  | appsettings.json:1:17: a member needs an id and a tokenEnv |
        | "McpMembers": [{"tokenEnv": "ADA_TOKEN"}]                      | appsettings.json:1:17: a member needs an id and a tokenEnv |
        | "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN", "scopes": ["!"]}] | appsettings.json:1:66: scope "!" is not AREA, AREA:NAME or AREA:* |
        | "McpMembers": [{"id": "ada", "tokenEnv": "A"}, {"id": "ada", "tokenEnv": "B"}] | appsettings.json:1:49: member "ada" or its tokenEnv is there already |
        | "McpMembers": [{"id": "ada", "tokenEnv": "A"}, {"id": "bob", "tokenEnv": "A"}] | appsettings.json:1:49: member "bob" or its tokenEnv is there already |
        | "McpMembers": [{"id": "ada", "tokenEnv": "NOT_SET"}]           | member "ada": the variable NOT_SET is not set, or empty |
        | "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}, {"id": "ann", "tokenEnv": "ANN_TOKEN"}] | member "ann": another member has the same token |
        | "McpServers": {}                                               | appsettings.json:1:16: "McpServers" must be a list, not an object |
        | "McpMembers": {}                                               | appsettings.json:1:16: "McpMembers" must be a list, not an object |
        | "Mcp": {"LazyLoad": "no"}                                      | appsettings.json:1:22: "LazyLoad" must be true or false, not a string |

    Example: what is at the edge is good
      Given the room server's settings are:
        """json
        {"McpDefaults": {"rateLimit": {"perMinute": 100000}, "scopes": ["*", "a.B-c_9", "fs:*", "*:read"], "allowedEntities": "owner"}}
        """
      When the room server starts
      Then the settings have these problems:
        """text
        """

    Example: keys that are not known, and a visibility that is not, are reported
      Given server "beta" over ws
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "Room"}, {"id": "beta", "url": "ws://beta.test"}],
         "McpDefaults": {"rateLimit": {"perMinutes": 3, "hue": 1}, "scope": [], "color": 2},
         "mcpmembers": [{"token": "x", "id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the environment variable "ADA_TOKEN" is "tok-ada"
      When the room server starts
      Then the settings have these problems:
        """text
        appsettings.json:1:17: a provider is left out: visibility "Room" is none of room, team, owner
        appsettings.json:2:32: unknown key "perMinutes", did you mean "perMinute"?
        appsettings.json:2:49: unknown key "hue"
        appsettings.json:2:60: unknown key "scope", did you mean "scopes"?
        appsettings.json:2:73: unknown key "color"
        appsettings.json:3:18: unknown key "token"
        """
      And 1 entry of the settings is left out

  @ROOM-52 @X-ROOM-14 @virtual
  Rule: Logging.LogLevel says what the log of a room server is made of; Debug shows the errors that are otherwise left out

    Scenario Outline: <levels>
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server's settings are:
        """json
        {"Logging": {"LogLevel": {<levels>}}}
        """
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      Then the room server logged <debug> debug, <info> info, <warn> warn and 0 error records

      Examples:
        | levels                                   | debug | info | warn |
        |                                          | 0     | 5    | 1    |
        | "Mcp": "Information"                     | 0     | 5    | 1    |
        | "Mcp": "Trace"                           | 5     | 5    | 1    |
        | "Mcp": "Debug"                           | 5     | 5    | 1    |
        | "Mcp": "Warning"                         | 0     | 0    | 1    |
        | "Mcp": "Error"                           | 0     | 0    | 0    |
        | "Mcp": "Critical"                        | 0     | 0    | 0    |
        | "Mcp": "None"                            | 0     | 0    | 0    |
        | "Default": "Warning"                     | 0     | 0    | 1    |
        | "Default": "Debug", "Mcp": "Information" | 0     | 5    | 1    |
        | "Default": "None", "Microsoft": "Debug"  | 0     | 0    | 0    |
