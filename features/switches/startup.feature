@omp @virtual
Feature: Switches choose how startup treats slow and failing servers
  The runtime that this profile describes has changed over the years. Where two of
  its versions differ, a switch names the difference: whoever checks another
  runtime, or reproduces a failure from the field, sets it and changes nothing else.

  @D-01
  Rule: The switch startup.uncached decides whether startup waits for a pending server without cached tools

    Scenario Outline: a list that takes five seconds, and <value>
      Given the switch "startup.uncached" is "<value>"
      And server "docs" over stdio
      And server "docs" answers "tools/list" after 5s
      When the runtime starts
      And the clock reaches 4999ms
      Then the runtime has the tools ""
      When the clock reaches 5s
      Then startup returned at <returned>
      And startup returned the tools "<tools>"
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | value  | returned | tools          |
        | wait   | 5s       | mcp__docs_echo |
        | return | 250ms    |                |

    Example: without cached tools, a failure after the return is logged and not reported
      Given the switch "startup.uncached" is "return"
      And server "docs" over stdio
      And server "docs" never answers "initialize"
      When the runtime starts
      And 1h passes
      Then startup returned at 250ms
      And startup reported no errors
      And the log has 1 record of "docs" with "timed out after 30000ms"

  @D-20
  Rule: The switch startup.list_failure decides whether a server whose first list fails stays connected

    Scenario Outline: a list that fails once, and <value>
      Given the switch "startup.list_failure" is "<value>"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list, first: 1}
          do: [{error: {code: -32000, message: not now}}]
        """
      When the runtime starts
      Then startup reported these errors:
        | server | error                     |
        | docs   | MCP error -32000: not now |
      And server "docs" is <status>
      And server "docs" has <left>
      When <then>
      Then the runtime has the tools "<tools>"

      Examples:
        | value   | status       | left             | then                                                                    | tools          |
        | discard | disconnected | 0 live processes | 1h passes                                                               |                |
        | keep    | connected    | 1 live process   | server "docs" sends the notification "notifications/tools/list_changed" | mcp__docs_echo |

    Example: a server that is lost while it lists is reconnected in any case
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{exit: 1}]}
        """
      When the runtime starts
      Then startup reported these errors:
        | server | error                                                   |
        | docs   | connection lost while listing tools: Transport closed |
      And server "docs" was started 2 times
      And the runtime has the tools "mcp__docs_echo"

    Example: a list that fails in a reconnect is a failed attempt in any case
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio
      And the runtime has started
      And server "docs" answers "tools/list" with error -32000 "not now"
      When server "docs" exits with code 1
      And 1h passes
      Then server "docs" was started 6 times
      And server "docs" has 0 live processes
      And server "docs" is disconnected

  @D-21
  Rule: The switch startup.gate decides how long startup waits before it looks at cached tools

    Scenario Outline: <value>, with a variable of "<variable>"
      Given the switch "startup.gate" is "<value>"
      And the environment variable "OMP_MCP_STARTUP_TIMEOUT_MS" is "<variable>"
      And server "docs" over stdio
      And server "docs" answers "initialize" after 5s
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 5s pass
      Then startup returned at <returned>
      And startup returned the tools "<tools>"
      And the log has <warnings> that end with "ignoring the environment variable OMP_MCP_STARTUP_TIMEOUT_MS: want a number of milliseconds, 0 or more"

      Examples:
        | value       | variable | returned | tools            | warnings  |
        | 250ms       |          | 250ms    | mcp__docs_search | 0 records |
        | 250ms       | 700      | 250ms    | mcp__docs_search | 0 records |
        | 2s          | 700      | 2s       | mcp__docs_search | 0 records |
        | wait        |          | 5s       | mcp__docs_echo   | 0 records |
        | environment | 700      | 700ms    | mcp__docs_search | 0 records |
        | environment | 0        | 5s       | mcp__docs_echo   | 0 records |
        | environment |          | 250ms    | mcp__docs_search | 0 records |
        | environment | soon     | 250ms    | mcp__docs_search | 1 record  |
