@omp @virtual
Feature: OMP's own file is read with patience
  It says which servers are switched off, wherever they are defined, and people
  write its switches and times as text. Nothing of that is guessed.

  @X-CFG-11
  Rule: The list of servers that a user has switched off is read name by name

    Scenario Outline: <list>
      Given the file "~/.omp/agent/mcp.json" holds:
        """json
        {"disabledServers": <list>, "mcpServers": {"a": {"command": "c"}, "b": {"command": "c"}}}
        """
      When configurations are discovered
      Then the discovered servers and their sources have the names "<names>"
      And discovery reported these problems:
        | place                       | problem   |
        | ~/.omp/agent/mcp.json:1:<at> | <problem> |

      Examples:
        | list       | names | at | problem |
        | ["a", 1]   | b     | 27 | an entry of "disabledServers" is ignored: it must be a name, not a number |
        | [1, "b"]   | a     | 22 | an entry of "disabledServers" is ignored: it must be a name, not a number |
        | "a"        | a, b  | 21 | "disabledServers" is ignored: it must be a list of names, not a string |

    Scenario Outline: in OMP's own file enabled is <enabled> and timeout is <timeout>
      Given the file "~/.omp/agent/mcp.json" holds:
        """json
        {"mcpServers": {"a": {"command": "c", "enabled": <enabled>, "timeout": <timeout>}}}
        """
      When configurations are discovered
      Then the discovered servers and their sources have the names "<names>"
      And discovery reported these problems:
        | problem |

      Examples:
        | enabled | timeout | names |
        | "true"  | "1e3"   | a     |
        | "1"     | " 5 "   | a     |
        | "0"     | 5       |       |
        | "false" | 0       |       |
        | true    | "0"     | a     |
        | false   | 1.5     |       |

    Example: times may be written as text
      Given the file "~/.omp/agent/mcp.json" holds:
        """json
        {"mcpServers": {"a": {"command": "c", "timeout": " 1e3 "}, "b": {"command": "c", "timeout": "0"}, "c": {"command": "c", "timeout": "-1"}}}
        """
      When configurations are discovered
      Then the discovered server "a" is defined as:
        """json
        {"type": "stdio", "command": "c", "timeout": 1000}
        """
      And the discovered server "b" is defined as:
        """json
        {"type": "stdio", "command": "c", "timeout": 0}
        """
      And discovery reported these problems:
        | server | problem |
        | c      | "timeout" is ignored: it must be a number of milliseconds, at least 0 |
