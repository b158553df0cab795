@agents @virtual
Feature: A strict manager connects all servers or none of those it began with
  A program that needs all its servers wants an error and a clean slate, and not
  half of them. What worked before goes on working.

  @OAI-21
  Rule: Connecting fails with the failure of the server

    Example: one after the other, connecting ends at the first that fails
      Given servers "a, b, c" over http
      And server "b" answers "initialize" with error -32000 "no"
      And the manager is strict
      When the manager connects its servers
      Then operation 1 fails with "MCP error -32000: no"
      And server "c" received nothing
      And the manager's errors are:
        | server | error                |
        | b      | MCP error -32000: no |

    Example: in parallel, the first of two in configured order is told
      Given servers "a, b, c" over http
      And server "b" answers "initialize" after 1s
      And server "b" answers "initialize" with error -32000 "no"
      And server "c" answers "initialize" with error -32000 "never"
      And the manager is strict
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      Then operation 1 fails with "MCP error -32000: no"
      And the manager shows:
        | view   | servers |
        | failed | b, c    |

  @OAI-22
  Rule: What the attempt has connected is closed again, that of the failed server too

    Scenario Outline: the last of three fails over <transport>, one after the other
      Given servers "a, b, c" over <transport>
      And server "c" never answers "initialize"
      And the manager is strict
      When the manager connects its servers
      And 30s pass
      Then operation 1 fails with "Failed to connect to MCP server 'c': Connection timeout."
      And the manager shows:
        | view   | servers |
        | active |         |
      And the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | b      | 1          | program   | program   |
      And nothing is left of the servers "a, b, c"

      Examples:
        | transport |
        | stdio     |
        | http      |

    Example: the first of three fails, in parallel
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" with error -32000 "no"
      And the manager is strict
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 30s pass
      Then operation 1 fails with "MCP error -32000: no"
      And the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
        | workers   |         |
      And server "b" was started 1 time
      And nothing is left of the servers "a, b, c"

  @OAI-23 @OAI-24
  Rule: What was connected before stays connected and is active again, what the attempt added is not

    Example: of three servers one stayed, one comes back, one does not
      Given servers "a, b, c" over stdio
      And the manager is strict
      And the manager has connected its servers
      When server "b" exits with code 1
      And server "c" exits with code 1
      And server "c" goes down
      And the manager connects its servers
      And 10s pass
      Then operation 2 fails with "exec: "c": executable file not found in $PATH"
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a       |
        | failed    | c       |
      And server "a" was started 1 time
      And nothing is left of the servers "b, c"

    Example: a first attempt that fails leaves nothing active
      Given servers "a, b" over http
      And server "b" cannot be started
      And the manager is strict
      And the manager connects its servers in parallel
      When the manager connects its servers
      Then the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
        | failed    | b       |
