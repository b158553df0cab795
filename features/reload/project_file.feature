@qwen @virtual
Feature: The .mcp.json of a project is read as other programs write it
  Many programs share this file. Its form differs a little from that of settings,
  and what is wrong with one server in it must harm no other.

  Background:
    Given servers "docs, mail" over http
    And server "wiki" over stdio

  @F-QWEN-04
  Rule: Servers of .mcp.json may name their transport, and the field that holds the URL follows from it

    Scenario Outline: <definition>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": <definition>}}
        """
      When the workspace starts
      Then the user is asked about these servers:
        | server | transport   | source    | env | headers |
        | docs   | <transport> | .mcp.json |     |         |
      When the user approves server "docs"
      Then the detail of server "docs" shows:
        | what   | value    |
        | config | <config> |

      Examples:
        | definition                                                               | transport | config                                                  |
        | {"type": "http", "url": "http://docs.test/mcp"}                          | http      | docs (http, url http://docs.test/mcp)                   |
        | {"type": "sse", "url": "http://docs.test/mcp"}                           | sse       | docs (sse, url http://docs.test/mcp)                    |
        | {"url": "http://docs.test/mcp"}                                          | sse       | docs (sse, url http://docs.test/mcp)                    |
        | {"httpUrl": "http://docs.test/mcp"}                                      | http      | docs (http, url http://docs.test/mcp)                   |
        | {"type": "http", "httpUrl": "http://docs.test/mcp", "url": "http://b/"}  | http      | docs (http, url http://docs.test/mcp)                   |
        | {"type": "stdio", "command": "wiki", "args": ["x"]}                      | stdio     | docs (stdio, command wiki, 1 args)                      |
        | {"type": "http", "command": "wiki", "url": "http://docs.test/mcp"}       | sse       | docs (sse, url http://docs.test/mcp)                    |
        | {"type": "http", "tcp": "ws://docs.test/mcp", "url": "http://b/"}        | sse       | docs (sse, url http://b/)                               |
        | {"tcp": "ws://docs.test/mcp"}                                            | websocket | docs (ws, url ws://docs.test/mcp)                       |
        | {"type": "sdk", "command": "wiki"}                                       | sdk       | docs (sdk)                                              |
        | {"args": ["x"]}                                                          | unknown   | docs (stdio)                                            |
        | {"httpUrl": "", "command": "wiki"}                                       | stdio     | docs (stdio, command wiki)                              |
        | {"httpUrl": 0, "url": false, "tcp": null, "command": "wiki"}             | stdio     | docs (stdio, command wiki)                              |
        | {"httpUrl": 1, "command": "wiki"}                                        | http      |                                                         |
        | {"url": true, "command": "wiki"}                                         | sse       |                                                         |
        | {"tcp": ["x"], "command": "wiki"}                                        | websocket |                                                         |

  @F-QWEN-04
  Rule: What is wrong with one server of .mcp.json, or with all of the file, is told and harms no other

    Scenario Outline: <case>
      Given the user settings define the server "wiki"
      And the file ".mcp.json" holds:
        """
        <text>
        """
      When the workspace starts
      Then server "wiki" is connected
      And the approval queue is "<queue>"
      And the log has <records> "<record>"

      Examples:
        | case                | text                                                                             | queue | records | record |
        | a list              | {"mcpServers": {"mail": {"httpUrl": "http://mail.test/mcp"}, "docs": ["x"]}}     | mail  | 1 record that ends with | left out: must be an object, not a list |
        | no name             | {"mcpServers": {"": {"command": "x"}, "mail": {"command": "x"}}}                 | mail  | 1 record that ends with | left out: a server needs a name                |
        | a name twice        | {"mcpServers": {"mail": {"url": "http://x/"}, "mail": {"command": "wiki"}}}      | mail  | 1 record that ends with | defined again; this definition replaces the one before |
        | nested too deep     | {"mcpServers": {"docs": {"command": "x", "args": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["x"]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}, "mail": {"command": "x"}}} | mail | 1 record that ends with | left out: nested more than 64 levels deep |
        | as deep as may be   | {"mcpServers": {"docs": {"command": "x", "args": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["x"]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}, "mail": {"command": "x"}}} | docs, mail | 0 records with | left out |
        | an unknown key      | {"mcpServers": {"mail": {"command": "x", "comand": "y"}}}                        | mail  | 1 record that ends with | unknown key "comand", did you mean "command"? |
        | a key of others     | {"mcpServers": {"mail": {"command": "x", "color": "y"}}}                         | mail  | 0 records with | unknown key |

    Example: a server of a settings file
      Given the user settings hold:
        """
        {"mcpServers": {"docs": 7, "wiki": {"command": "wiki", "comand": "x"}}}
        """
      When the workspace starts
      Then server "wiki" is connected
      And the log has 1 warning that ends with "/home/user/.qwen/settings.json:1:25: server "docs": left out: must be an object, not a number"
      And the log has 1 warning that ends with "server "wiki": unknown key "comand", did you mean "command"?"

    Scenario Outline: a file that cannot be used: <text>
      Given the user settings define the server "wiki"
      And the file ".mcp.json" holds:
        """
        <text>
        """
      When the workspace starts
      Then server "wiki" is connected
      And the approval queue is ""
      And the project settings were reported broken at <place>

      Examples:
        | text                          | place |
        | {"servers": {}}               | 1:1   |
        | {"mcpServers": ["docs"]}      | 1:16  |
        | {"mcpServers": {"docs": }}    | 1:25  |
        | []                            | 1:1   |
