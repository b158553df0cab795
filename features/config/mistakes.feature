@omp @virtual
Feature: A mistake in a definition is told with its place
  People write these files by hand. What is wrong is named with line and column
  and with the word that was meant, and never with a value, which may be a secret.

  @X-CFG-01
  Rule: A value of a wrong kind leaves its server out, or is ignored if it is a timeout or enabled, and the message names key and place

    Scenario Outline: <problem>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "docs": {<text>},
          "good": {"command": "c"}}}
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place           | server | problem   |
        | .mcp.json:<at> | docs   | <problem> |
      And the discovered servers and their sources have the names "<names>"

      Examples:
        | at   | names      | problem | text |
        | 2:20 | good       | left out: "type" must be a string, not a number | "type": 1 |
        | 2:25 | good       | left out: "transport" must be a string, not a boolean | "transport": true |
        | 2:23 | good       | left out: "command" must be a string, not a list | "command": ["c"] |
        | 2:36 | good       | left out: "args" must be a list of strings, not a string | "command": "c", "args": "x" |
        | 2:42 | good       | left out: "args[1]" must be a string, not null | "command": "c", "args": ["x", null] |
        | 2:35 | good       | left out: "env" must be an object of strings, not a list | "command": "c", "env": [] |
        | 2:41 | good       | left out: "env.K" must be a string, not a number | "command": "c", "env": {"K": 1} |
        | 2:35 | good       | left out: "cwd" must be a string, not a number | "command": "c", "cwd": 1 |
        | 2:19 | good       | left out: "url" must be a string, not an object | "url": {} |
        | 2:35 | good       | left out: "headers" must be an object of strings, not a string | "url": "u", "headers": "x" |
        | 2:41 | good       | left out: "headers.K" must be a string, not a list | "url": "u", "headers": {"K": []} |
        | 2:32 | good       | left out: "auth" must be an object, not a string | "url": "u", "auth": "x" |
        | 2:33 | good       | left out: "oauth" must be an object, not a boolean | "url": "u", "oauth": true |
        | 2:39 | docs, good | "timeout" is ignored: it must be a number of milliseconds, at least 0 | "command": "c", "timeout": "5" |
        | 2:39 | docs, good | "timeout" is ignored: it must be a number of milliseconds, at least 0 | "command": "c", "timeout": -1 |
        | 2:39 | docs, good | "enabled" is ignored: it must be true or false, not a string | "command": "c", "enabled": "false" |
        | 2:28 | docs, good | unknown key "comand", did you mean "command"? | "command": "c", "comand": "x" |
        | 2:28 | docs, good | unknown key "trust" | "command": "c", "trust": 1 |
        | 2:28 | docs, good | "command" is given again; this value replaces the one in line 2 | "command": "x", "command": "c" |
        | 2:46 | docs, good | "env.A" is given again; this value is used | "command": "c", "env": {"A": "1", "A": "2"} |

    Example: a key that is given three times
      Given the file ".mcp.json" holds:
        """
        {"mcpServers": {"docs": {"command": "a",
          "command": "b",
          "command": "c"}}}
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place         | problem                                                         |
        | .mcp.json:2:3 | "command" is given again; this value replaces the one in line 1 |
        | .mcp.json:3:3 | "command" is given again; this value replaces the one in line 2 |

    Scenario Outline: servers themselves: <problem>
      Given the file ".mcp.json" holds:
        """json
        <file>
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place           | server   | problem   |
        | .mcp.json<at> | <server> | <problem> |

      Examples:
        | at    | server | problem | file |
        | :1:17 |        | left out: a server needs a name | {"mcpServers": {"": {"command": "c"}}} |
        | :1:22 | a      | left out: must be an object, not a number | {"mcpServers": {"a": 1}} |
        | :2:2  | a      | defined again; this definition replaces the one in line 1 | {"mcpServers": {"a": {"command": "x"},\n "a": {"command": "c"}}} |
        | :1:1  |        | no "mcpServers" object, so no servers | {} |
        | :1:2  |        | unknown key "mcpserver", did you mean "mcpServers"? | {"mcpserver": {}} |
        | :1:16 |        | "mcpServers" must be an object of servers, not a list | {"mcpServers": []} |
        | :1:21 |        | "mcp.servers" must be an object of servers, not null | {"mcp": {"servers": null}} |

    Example: of two definitions of one name in a file the later one counts, at the first one's place
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "one"}, "mail": {"command": "c"}, "docs": {"command": "two", "command": "three"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name |
        | docs |
        | mail |
      And the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "three"}
        """

  @X-CFG-02
  Rule: A file that is no JSON, or nested too deep, is named with line, column and what is wrong

    Scenario Outline: <problem>
      Given the file ".mcp.json" holds:
        """
        <file>
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place           | problem   |
        | .mcp.json:<at> | [MCP Config] Failed to load: <problem> |

      Examples:
        | at    | problem | file |
        | 1:1   | expecting an object, not a list | [] |
        | 2:5   | the file ends too early, parsing value | {\n"a": |
        | 2:6   | a string here has a line break, a wrong escape or wrong UTF-8 in it | {\n"a": "\\x"} |
        | 1:7   | expecting a string in double quotes, a number, true, false or null | {"a": SECRET} |

  @X-CFG-03
  Rule: What is null or absent is not set, and white space, comments and order do not count

    Example: everything null, with comments
      Given the file ".mcp.json" holds:
        """
        // servers
        {"mcpServers": {"docs": {"command": "c", "args": null, "env": null, "cwd": null, "timeout": null, "enabled": null,
        "oauth": false, "headers": null, /* nothing */ "trust": null,}}} // end
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "c"}
        """
      And discovery reported these problems:
        | problem |

    Example: a command that is null beside an address
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": null, "url": "http://x.test/"}}}
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "http", "url": "http://x.test/"}
        """
