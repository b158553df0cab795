@omp @virtual
Feature: Programs of servers are found as the machine does it
  A program is looked for where the server's own environment says, and nowhere else,
  and it works in the project's directory.

  Background:
    Given programs are those of this machine
    And the environment variable "PATH" is "/bin:/usr/bin"

  @X-CFG-15
  Rule: A program is looked for in the PATH of its own environment and started in the project

    Scenario Outline: <command> with PATH "<path>"
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "<command>", "args": ["-c", "read line; echo [$WORD] > ran; exit 3"],
          "env": {"PATH": "<path>", "WORD": "7"}}}}
        """
      When the runtime discovers and starts
      Then startup reported one error, of "docs", with "Transport closed"
      And the file "ran" holds:
        """json
        [7]
        """

      Examples:
        | command   | path                |
        | sh        | /none:/bin:/nowhere |
        | /bin/sh   | /none               |

    Scenario Outline: no <command> in PATH "<path>"
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "<command>", "args": ["-c", "read line"], "env": {"PATH": "<path>"}}}}
        """
      When the runtime discovers and starts
      Then startup reported one error, of "docs", with "<error>"

      Examples:
        | command | path       | error                     |
        | sh      | /none      | executable file not found |
        | sh      | ../../bin  | executable file not found |
        | no-sh   | /bin       | executable file not found |
        | /bin/no | /bin       | no such file              |
