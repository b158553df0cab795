@omp @virtual
Feature: Files are looked for where a program says, and must be known where they decide
  A program may have no home, or no project, and may have given up. What it is told
  then says why, and nothing of what is in a file.

  @X-DISC-07
  Rule: Without a home or a project there are no files of it, and a directory that is not absolute is refused

    Scenario Outline: home "<home>" and project "<project>"
      Given discovery's option "everyProgram" is "true"
      And discovery's option "home" is "<home>"
      And discovery's option "project" is "<project>"
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"mine": {"command": "c"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"ours": {"command": "c"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name   |
        | <name> |

      Examples:
        | home       | project  | name |
        |            | /project | ours |
        | /home/user |          | mine |

    Example: nothing at all
      Given discovery's option "home" is ""
      And discovery's option "project" is ""
      When configurations are discovered
      Then these servers are discovered:
        | name |
      And the result of discovery is shown as "0 servers, 0 left out, 0 problems"

    Scenario Outline: <what> that is not absolute
      Given discovery's option "<what>" is "<dir>"
      When configurations are discovered
      Then discovery ended with the error "discovering servers: "<dir>" is not an absolute path"

      Examples:
        | what    | dir   |
        | home    | user  |
        | project | ./sub |

    Example: where home is the project each file is read once
      Given discovery's option "home" is "/project"
      And the file ".claude/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "c"}, "mail": {}, "off": {"command": "c", "enabled": false}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | level |
        | docs | user  |
        | mail | user  |
      And the result of discovery is shown as "2 servers, 1 left out, 1 problems"

    Example: a program that has given up gets nothing
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"ours": {"command": "c"}}}
        """
      When configurations are discovered by a program that has given up
      Then discovery ended with the error "given up"

  @X-DISC-03
  Rule: The list of servers that a user has switched off must be known, and the message shows nothing of the file but its own words

    Example: a semicolon
      Given the file "~/.omp/agent/mcp.json" holds:
        """
        {"mcpServers": {"x": {"command": "a", "uri": "b"; "key": 1, "mcp": 2,
        """
      When configurations are discovered
      Then discovery ended with this error:
        """
        reading the list of disabled servers: /home/user/.omp/agent/mcp.json:1:49: invalid character ';' after object value (expecting ',' or '}')
           1 | {"mcpServers": {"•": {"command": "•", "uri": "•"• "•••": •, "mcp": •,
             |                                                 ^
        """
