@qwen @virtual
Feature: Whoever looks at one server sees all there is to know of it
  The list has one line for a server. Its detail says the same and goes on: who
  brings it, how it is reached, what it offers and what not, why it failed, and
  what brings it back. It shows no secret.

  @QWEN-93
  Rule: The reason outranks the state of the connection, as a warning, in the list and in the detail

    Example: a server is rejected while it is connected
      Given server "docs" over stdio
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user rejects server "docs"
      Then server "docs" is connected
      And the view of servers shows:
        | name | text                                 | style   |
        | docs | rejected — edit config to re-approve | warning |
      And the detail of server "docs" shows:
        | what  | value                                |
        | text  | rejected — edit config to re-approve |
        | style | warning                              |

    Example: the approval of a connected server is taken back
      Given server "docs" over stdio
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      And the approvals file was written by hand:
        """
        {}
        """
      Then server "docs" is connected
      And the view of servers shows:
        | name | text           | style   |
        | docs | needs approval | warning |
      And the detail of server "docs" shows:
        | what | value          |
        | text | needs approval |

    Scenario Outline: "docs" <state>, and off
      Given servers "docs" over stdio
      And <state>
      And the workspace settings define the server "docs"
      And server "docs" cannot be started
      When the workspace starts
      Then server "docs" is disconnected
      And the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |
      And the detail of server "docs" shows:
        | what   | value    |
        | text   | <text>   |
        | style  | <style>  |
        | reason | <reason> |
        | advice | <advice> |

      Examples:
        | state                             | text                                 | style   | reason           | advice                                                              |
        | server "docs" was rejected before | rejected — edit config to re-approve | warning | pending_approval | it comes with the project: approve it, or edit it if it was rejected |
        | the workspace is trusted          | needs approval                       | warning | pending_approval | it comes with the project: approve it, or edit it if it was rejected |
        | server "docs" was approved before | disconnected                         | bad     |                  |                                                                     |

  @X-QWEN-05 @U-08
  Rule: The detail of a server tells who brings it, how it is reached and what it offers, and no secret

    Example: a connected server of the project
      Given server "docs" over stdio
      And server "docs" offers the tools "read, write"
      And server "docs" offers the prompts "review"
      And server "docs" offers the resources "doc:a, doc:b"
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "docs": {"command": "docs", "args": ["tok-1"], "env": {"TOKEN": "tok-2"}, "excludeTools": ["write"]}
        }}
        """
      When the workspace starts
      And the user approves server "docs"
      Then the detail of server "docs" shows:
        | what      | value                                                          |
        | text      | connected                                                      |
        | style     | good                                                           |
        | reason    |                                                                |
        | advice    |                                                                |
        | source    | .mcp.json                                                      |
        | place     | /project/.mcp.json:2:3                                         |
        | transport | stdio                                                          |
        | config    | docs (stdio, command docs, 1 args, env TOKEN=***)              |
        | error     |                                                                |
        | tools     | mcp__docs__read                                                |
        | left out  | write: not selected by includeTools and excludeTools           |
        | prompts   | review                                                         |
        | resources | doc:a, doc:b                                                   |

    Scenario Outline: the source of a server that <where> the server "docs"
      Given server "docs" over stdio
      And <where> the server "docs"
      When the workspace starts
      Then the detail of server "docs" shows:
        | what   | value    |
        | source | <source> |

      Examples:
        | where                           | source              |
        | the user settings define        | user settings       |
        | the system settings define      | system settings     |
        | the default settings define     | system defaults     |
        | the workspace settings define   | .qwen/settings.json |
        | the session brings              | session             |
        | the option --mcp-config defines | --mcp-config        |
        | an extension defines            | extension           |

    Example: the program, and a replaced map
      Given servers "docs, mail" over stdio
      And the user settings define the server "mail"
      And the workspace has started
      When the program adds server "docs"
      And the program replaces the servers of the settings by "mail"
      Then the detail of server "docs" shows:
        | what   | value   |
        | source | program |
      And the detail of server "mail" shows:
        | what   | value   |
        | source | program |
        | place  |         |

    Example: one that failed
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: POST}, do: [{status: {code: 500, body: "down for a day"}}]}
        """
      And server "mail" over stdio
      And the user settings define the servers "docs, mail"
      When the workspace starts
      Then the detail of server "mail" shows:
        | what  | value           |
        | error |                 |
        | tools | mcp__mail__echo |
      And the detail of server "docs" shows:
        | what      | value                                        |
        | text      | disconnected                                 |
        | transport | http                                         |
        | config    | docs (http, url http://docs.test/mcp)        |
        | error     | HTTP 500: down for a day                                |
        | tools     |                                              |
