@room
Feature: Settings that are broken, too long or written for another role are told, not guessed
  A file is read once, at the start: what it says wrongly must be known then, with the
  place, and without showing what may be secret.

  @ROOM-12 @ROOM-19 @X-ROOM-21 @virtual
  Rule: A settings file may name a thousand providers, each once, and a broken file starts nothing

    Scenario Outline: <n> in the settings of the <role>
      Given the <role>'s settings name <n> providers
      When the room server starts
      Then the settings have these problems:
        """text
        <problem>
        """
      And <left> entries of the settings are left out

      Examples:
        | role        | n    | left | problem |
        | room server | 1001 | 1    | appsettings.json:1:38906: left out: more than 1000 providers |
        | operator    | 1001 | 1    | operator/appsettings.json:1:38912: left out: more than 1000 providers |
        | operator    | 1000 | 0    |         |

    Example: one id twice
      Given servers "alpha, beta" over ws
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "one", "url": "ws://alpha.test"}, {"id": "one", "url": "ws://beta.test"}]}
        """
      When the room server starts
      Then the settings have these problems:
        """text
        appsettings.json:2:58: provider "one" is there again; the last one counts
        """
      And the link to "beta" saw 1 attempt to connect
      And the link to "alpha" saw 0 attempts to connect

    Scenario Outline: the message about a broken file shows the words of the format, and nothing else of the file
      Given the <role>'s settings are:
        """text
        {"token":
        ! <words> "secret"}
        """
      When the room server tries to start
      Then the room server does not start because of:
        """text
        <file>:2:1: invalid character '!' at start of value
           2 | • <words> "••••••"}
             | ^
        """

      Examples:
        | role        | file                      | words |
        | room server | appsettings.json          | "Mcp" "LazyLoad" "Providers" "McpServers" "id" "url" "visibility" |
        | room server | appsettings.json          | "McpDefaults" "rateLimit" "perMinute" "scopes" "allowedEntities"  |
        | operator    | operator/appsettings.json | "RoomServer" "BaseUrl" "McpMembers" "tokenEnv" "Logging" "LogLevel" "Default" |

    Scenario Outline: the <role>'s file ends too early
      Given the <role>'s settings are:
        """text
        {"Mcp": {
        """
      When the room server tries to start
      Then the room server does not start because of:
        """text
        <file>:1:10: <why>
        """

      Examples:
        | role        | file                      | why |
        | room server | appsettings.json          | the file ends too early, parsing value |
        | operator    | operator/appsettings.json | the file ends too early, parsing value |

  @ROOM-19 @X-ROOM-13 @virtual
  Rule: An operator's slips are reported, and it does not start with values of the wrong type

    Example: the operator's keys that are not known are reported, beside those of others
      Given the operator's settings are:
        """json
        {"RoomServers": {}, "Other": 1, "RoomServer": {"BaseUrls": "http://x.test", "Color": 7}, "mcp": {"providers": [], "Provider": [], "Color": 7}}
        """
      When the room server starts
      Then the settings have these problems:
        """text
        operator/appsettings.json:1:2: unknown key "RoomServers", did you mean "RoomServer"?
        operator/appsettings.json:1:48: unknown key "BaseUrls", did you mean "BaseUrl"?
        operator/appsettings.json:1:77: unknown key "Color"
        operator/appsettings.json:1:115: unknown key "Provider", did you mean "Providers"?
        operator/appsettings.json:1:131: unknown key "Color"
        """

    Scenario Outline: the operator does not start with <settings>
      Given the operator's settings are:
        """json
        {<settings>}
        """
      When the room server tries to start
      Then the room server does not start because of:
        """text
        operator/appsettings.json:<error>
        """

      Examples:
        | settings                             | error |
        | "RoomServer": {"BaseUrl": 7}         | 1:28: "BaseUrl" must be a string, not a number |
        | "RoomServer": []                     | 1:16: "RoomServer" must be an object, not a list |
        | "Mcp": {"Providers": {}}             | 1:23: "Providers" must be a list, not an object |
        | "Mcp": {"Providers": [{"id": 7}]}    | 1:31: "id" must be a string, not a number |
