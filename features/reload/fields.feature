@qwen @virtual
Feature: Every word that a definition may have is known
  A word that is known is no slip, and a message about a broken file may show it. All
  others may be secrets.

  @X-QWEN-11
  Rule: No word of a definition is taken for a slip, and only these are shown of a file that is broken

    Example: all of them in one definition
      Given server "docs" over stdio
      And the user settings hold:
        """json
        {"mcpServers": {"docs": {
          "command": "docs", "args": [], "authProviderType": "x", "cwd": "/", "description": "x", "discoveryTimeoutMs": 500, "env": {},
          "excludeTools": [], "extensionName": "x", "headers": {}, "httpUrl": "", "includeTools": ["echo"], "oauth": {}, "scope": "x",
          "targetAudience": "x", "targetServiceAccount": "x", "tcp": "", "timeout": 500, "trust": true, "type": "x", "url": ""
        }}}
        """
      When the workspace starts
      Then server "docs" is connected
      And the log has 0 records with ""

    Scenario Outline: <text>
      Given the user settings hold:
        """
        <text>
        """
      When the workspace starts
      Then these settings files were reported broken:
        | scope | path                  | error |
        | user  | ~/.qwen/settings.json | /home/user/.qwen/settings.json:1:<at>: invalid character ';' after object value (expecting ',' or '}')\n   1 \| <shown> |

      Examples:
        | at | text | shown |
        | 41 | {"mcpServers": 1, "mcp": 1, "allowed": 1; | {"mcpServers": •, "mcp": •, "allowed": ••\n     \|                                         ^ |
        | 40 | {"excluded": 1, "command": 1, "args": 1; | {"excluded": •, "command": •, "args": ••\n     \|                                        ^ |
        | 51 | {"authProviderType": 1, "cwd": 1, "description": 1; | {"authProviderType": •, "cwd": •, "description": ••\n     \|                                                   ^ |
        | 35 | {"discoveryTimeoutMs": 1, "env": 1; | {"discoveryTimeoutMs": •, "env": ••\n     \|                                   ^ |
        | 39 | {"excludeTools": 1, "extensionName": 1; | {"excludeTools": •, "extensionName": ••\n     \|                                       ^ |
        | 47 | {"headers": 1, "httpUrl": 1, "includeTools": 1; | {"headers": •, "httpUrl": •, "includeTools": ••\n     \|                                               ^ |
        | 45 | {"oauth": 1, "scope": 1, "targetAudience": 1; | {"oauth": •, "scope": •, "targetAudience": ••\n     \|                                             ^ |
        | 51 | {"targetServiceAccount": 1, "tcp": 1, "timeout": 1; | {"targetServiceAccount": •, "tcp": •, "timeout": ••\n     \|                                                   ^ |
        | 43 | {"trust": 1, "type": 1, "url": 1, "key": 1; | {"trust": •, "type": •, "url": •, "•••": ••\n     \|                                           ^ |

  @X-QWEN-11
  Rule: The headers of a definition go with the first request, over every transport that has some

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And the user settings hold:
        """json
        {"mcpServers": {"docs": {"<field>": "<url>", "headers": {"X-Key": "k"}}}}
        """
      When the workspace starts
      Then "<request>" number 1 to server "docs" has the header "X-Key" set to "k"

      Examples:
        | kind | script             | field   | url                  | request    |
        | http | {}                 | httpUrl | http://docs.test/mcp | initialize |
        | sse  | http: {legacy: {}} | url     | http://docs.test/sse | initialize |
        | ws   | {}                 | tcp     | ws://docs.test/mcp   | GET        |
