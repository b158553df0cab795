@omp @virtual
Feature: TOML is read with the same care as JSON
  Codex writes its servers in TOML. Order, places and messages are those of every
  other file, and what TOML writes in several ways means one thing.

  @X-CFG-06
  Rule: All ways to write tables and values mean the same, in the order of the file

    Example: tables, dotted keys, inline tables, arrays of tables and every kind of value
      Given the file "~/.codex/config.toml" holds:
        """toml
        # é
        [mcp_servers.z]
        command = 'z'
        args = ["1", '2', '''3''', 2020-01-01, inf, -inf, nan]
        tool_timeout_sec = 1_0
        [other]
        x = inf
        [mcp_servers]
        a.command = "a"
        a.tool_timeout_sec = 0x10
        b = {command = "b", env = {K = "v"}, enabled = true}
        [mcp_servers.z.env]
        K = "v"
        [[list]]
        [list.mcp_servers.no]
        [[list]]
        x = 1
        [list.mcp_servers.no]
        [mcp_servers."ü"]
        url = "http://x.test/"
        tool_timeout_sec = 0.2_5
        enabled = true
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | transport |
        | z    | stdio     |
        | a    | stdio     |
        | b    | stdio     |
        | ü    | http      |
      And the discovered server "z" is defined as:
        """json
        {"type": "stdio", "command": "z", "args": ["1", "2", "3", "2020-01-01", "inf", "-inf", "nan"], "env": {"K": "v"}, "timeout": 10000}
        """
      And the discovered server "a" is defined as:
        """json
        {"type": "stdio", "command": "a", "timeout": 16000}
        """
      And the discovered server "b" is defined as:
        """json
        {"type": "stdio", "command": "b", "env": {"K": "v"}, "enabled": true}
        """
      And the discovered server "ü" is defined as:
        """json
        {"type": "http", "url": "http://x.test/", "timeout": 250, "enabled": true}
        """

  @X-CFG-07
  Rule: A mistake in TOML is told with line and column

    Scenario Outline: <problem>
      Given the file "~/.codex/config.toml" holds:
        """
        <file>
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place                     | server   | problem   |
        | ~/.codex/config.toml:<at> | <server> | <problem> |

      Examples:
        | at   | server | problem | file |
        | 2:11 |        | [Codex] Failed to load: unterminated literal string | a = 1\nb = 'SECRET |
        | 2:2  |        | [Codex] Failed to load: table a already exists | [a]\n[a] |
        | 2:1  |        | [Codex] Failed to load: key b is already defined | a.b = 1\na.b.c = 2 |
        | 1:15 |        | "mcp_servers" must be an object of servers, not a string | mcp_servers = inf |
        | 1:15 |        | "mcp_servers" must be an object of servers, not a string | mcp_servers = nan |
        | 1:15 |        | "mcp_servers" must be an object of servers, not a boolean | mcp_servers = false |
        | 1:3  |        | "mcp_servers" must be an object of servers, not a list | [[mcp_servers]] |
        | 2:11 | a      | left out: "command" must be a string, not a number | [mcp_servers.a]\ncommand = 5 |
        | 2:11 | a      | left out: "command" must be a string, not a number | [mcp_servers.a]\ncommand = 5.5 |
        | 2:11 | a      | left out: "command" must be a string, not a number | [mcp_servers.a]\ncommand = 9223372036854775807 |
        | 2:11 | a      | left out: "command" must be a string, not a number | [mcp_servers.a]\ncommand = -9223372036854775808 |
        | 1:18 | a      | left out: "command" must be a string, not a list | mcp_servers.a = {command = ["c"]} |
        | 3:3  | a      | left out: "command" must be a string, not an object | [mcp_servers]\n\na.command.x = 1 |
        | 3:12 | a      | "enabled" is ignored: it must be true or false, not a number | [mcp_servers.a]\ncommand = "c"\nenabled =  1 |
        | 3:20 | a      | "tool_timeout_sec" is ignored: it must be a number of seconds, at least 0 | [mcp_servers.a]\ncommand = "c"\ntool_timeout_sec = "1" |
        | 3:1  | a      | "x y" is ignored: it must be looked up in a variable, and what is given is not the name of one | [mcp_servers.a]\ncommand = "c"\nenv_vars = ["x y"] |

  @X-CFG-08
  Rule: What Codex looks up in variables never replaces what is written out

    Example: a header and a variable that are written out, and one of each that is not
      Given the file "~/.codex/config.toml" holds:
        """toml
        [mcp_servers.far]
        url = "u"
        bearer_token_env_var = "T"
        http_headers = {authorization = "mine", A = "1"}
        env_http_headers = {a = "X", B = "Y"}
        [mcp_servers.near]
        command = "c"
        env = {K = "v"}
        env_vars = ["K", "L"]
        """
      When configurations are discovered
      Then the discovered server "far" is defined as:
        """json
        {"type": "http", "url": "u", "headers": {"authorization": "mine", "A": "1", "B": "${Y:-}"}}
        """
      And the discovered server "near" is defined as:
        """json
        {"type": "stdio", "command": "c", "env": {"K": "v", "L": "${L:-}"}}
        """
