@omp @real @linux
Feature: What a server leaves behind is ended or named
  A program may start others. What stays in its group ends with it. What has left the
  group was meant to stay, so it is named, and nothing waits for it.

  Background:
    Given programs are those of this machine
    And the environment variable "PATH" is "/bin:/usr/bin"
    And the file ".mcp.json" holds:
      """json
      {"mcpServers": {"docs": {"command": "sh", "args": ["server"]}}}
      """

  @X-TP-12
  Rule: A process that has left the group of its server and holds a pipe of it is named once in a warning, with 200 bytes of its command

    Scenario Outline: it holds <what>
      Given the file "server" holds:
        """
        sleep 60 &
        setsid <command> <but> &
        until read name < /proc/$!/comm && [ $name = sleep ]; do :; done 2>&-
        read line; exit 3
        """
      When the runtime discovers and starts
      Then startup reported one error, of "docs", with "Transport closed"
      And the log has <n> of "docs" that ends with "<named>) has left the group of its server and outlives it: end it by hand if it is not wanted"
      And the log has <n> of "docs" with "process"

      Examples:
        | what   | but       | n          | command | named |
        | stdout | 2>&-      | 1 warning  | sleep 30 | (sleep 30 |
        | stderr | >&-       | 1 warning  | sleep 30 | (sleep 30 |
        | both   |           | 1 warning  | sleep 30 0 0 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 00000000000 0 | (sleep 30 0 0 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 00000000000 |
        | none   | >&- 2>&-  | 0 warnings | sleep 30 | sleep 30 |
