@omp @virtual
Feature: A filter is on if it was switched on, and by nothing else

  @OMP-LC-18
  Rule: Servers that drive a browser are kept whatever the other options of discovery are

    Scenario Outline: <option> is false
      Given the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"playwright": {"command": "x"}}}
        """
      And discovery's option "<option>" is "false"
      When configurations are discovered
      Then these servers are discovered:
        | name       |
        | playwright |

      Examples:
        | option              |
        | enableProjectConfig |
        | filterExa           |
