@qwen @virtual
Feature: Of a change all of it counts, and of what is gone nothing stays

  @QWEN-16
  Rule: What can change at once does so in whatever company it comes, and wherever in a server it is

    Scenario Outline: <what>
      Given servers "docs, mail" over stdio
      And the user settings hold:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the workspace has started
      When the <file> settings are saved with:
        """json
        {<after>}
        """
      And 1s passes
      Then the last pass did "<did>"

      Examples:
        | what                                | file      | after                                                                                       | did            |
        | beside a key that needs a restart   | user      | "mcp": {"serverCommand": "x", "excluded": ["docs"]}, "mcpServers": {"docs": {"command": "docs"}} | removed docs   |
        | after a key that needs a restart    | user      | "ide": {"enabled": true}, "mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}} | added mail; kept 1 |
        | both lists in a file that was not there | workspace | "mcp": {"excluded": ["docs"], "allowed": ["docs", "mail"]}                               | removed docs   |
        | the environment of a server         | user      | "mcpServers": {"docs": {"command": "docs", "env": {"A": "1"}}}                              | changed docs   |

  @QWEN-31
  Rule: The order of keys means nothing in headers and in lists of lists either

    Example: a server over HTTP
      Given server "a" over http
      And "mcpServers.a" is {"httpUrl": "http://a.test/mcp", "headers": {"X-A": "1", "X-B": "2"}, "oauth": {"x": [[{"p": 1, "q": 2}]]}} in the user settings
      And the workspace has started
      When "mcpServers.a" becomes {"oauth": {"x": [[{"q": 2, "p": 1}]]}, "headers": {"X-B": "2", "X-A": "1"}, "httpUrl": "http://a.test/mcp"} in the user settings
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-56
  Rule: What a server offered besides tools is gone with its connection, resource templates as well

    Example: it takes a minute to come back
      Given server "docs" over stdio
      And server "docs" offers the resource templates "doc:{id}"
      And the user settings define the server "docs"
      And the workspace has started
      And server "docs" answers "initialize" after 1m
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then the runtime has the resource templates "" of server "docs"

  @QWEN-91
  Rule: A rejected server says so over every transport and in every directory

    Scenario Outline: over <kind>, and <event>
      Given server "docs" over <kind>
      And server "docs" was rejected before
      And the workspace settings define the server "docs"
      And the workspace has started
      When <event>
      Then the view of servers shows:
        | name | text                                 | style   |
        | docs | rejected — edit config to re-approve | warning |

      Examples:
        | kind  | event                              |
        | http  | 1s passes                          |
        | stdio | the workspace becomes not trusted |
