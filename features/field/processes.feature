@omp @virtual
Feature: Processes that end early, late or not at all
  Why a server does not come up differs, and so does when it goes; what is known of it and of
  the servers beside it must stay true.

  @FF-18
  Rule: A program that cannot start, or ends without a word, is one failed server

    Example: there is no such program
      Given servers "docs, mail" over stdio
      And server "docs" cannot be started
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                              |
        | docs   | exec: "docs": executable file not found in $PATH |
      And server "mail" is connected

    Example: it ends with code 0
      Given server "mail" over stdio
      And server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{exit: 0}]}]
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error            |
        | docs   | Transport closed |
      And server "mail" is connected

    Example: it ends within its first line
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: initialize}, do: [{raw: '{"jsonrpc":'}, {exit: 1}]}]
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error            |
        | docs   | Transport closed |
      And server "docs" was started 1 time
      And the log has 1 record of "docs" with "JSONL stream ended unexpectedly"

  @FF-20
  Rule: A process that ends for nothing is killed while it is still connecting, too

    Example: it ignores the end of its input and TERM
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [eof, term]}
        rules: [{when: {method: initialize}, do: [never]}]
        """
      When the runtime starts
      And 1s passes
      And all servers are disconnected
      And 1m passes
      Then server "docs" has 0 live processes
      And server "docs" was started 1 time

  @FF-21
  Rule: What was done once is done twice by the documented runtime and once by a hardened one

    Scenario Outline: over <kind>, a tool <hint> and a runtime that is <profile>
      Given the runtime of "<profile>" with the server "mail"
      And server "docs" over <kind> with this script:
        """yaml
        tools: [{name: bump, commit: bumped, annotations: {<annotations>}}]
        rules: [{when: {phase: after-commit, nth: 1}, do: [<fault>]}]
        """
      And the runtime has started
      When tool "mcp__docs_bump" is called
      And 1h passes
      Then the ledger of server "docs" has <rows>

      Examples:
        | kind  | hint                  | profile  | annotations          | fault         | rows   |
        | stdio | of no hints           | omp      |                      | {exit: 137}   | 2 rows |
        | http  | of no hints           | omp      |                      | {end: reset}  | 2 rows |
        | stdio | of no hints           | hardened |                      | {exit: 137}   | 1 row  |
        | http  | of no hints           | hardened |                      | {end: reset}  | 1 row  |
        | stdio | that may be repeated  | hardened | idempotentHint: true | {exit: 137}   | 1 row  |
        | http  | that only reads       | hardened | readOnlyHint: true   | {end: reset}  | 1 row  |

  @FF-22
  Rule: A process that died is started at once, and again after each wait until it stays

    Example: three starts that fail, and a fourth
      Given server "docs" over stdio with this script:
        """yaml
        connections:
          - {number: 2, rules: [{when: {phase: spawn}, do: [{exit: 1}]}]}
          - {number: 3, rules: [{when: {phase: spawn}, do: [{exit: 1}]}]}
          - {number: 4, rules: [{when: {phase: spawn}, do: [{exit: 1}]}]}
        """
      And the runtime has started
      When server "docs" drops its connections
      And 1h passes
      Then server "docs" kept this journal of "spawn":
        """
        0s 1 spawn
        0s 2 spawn
        500ms 3 spawn
        1.5s 4 spawn
        3.5s 5 spawn
        """
      And server "docs" is connected
      And server "docs" never lost a tool

  @FF-26
  Rule: A start takes what it takes, up to the timeout of that server alone

    Scenario Outline: <delay>
      Given server "docs" over stdio
      And server "mail" over stdio
      And server "docs" answers "initialize" after <delay>
      When the runtime starts
      And the clock reaches 250ms
      Then server "docs" is connecting
      When 2m pass
      Then server "docs" is <status>
      And server "mail" is connected
      And startup returned at <end>

      Examples:
        | delay | status       | end   |
        | 340ms | connected    | 340ms |
        | 12s   | connected    | 12s   |
        | 31s   | disconnected | 30s   |
        | 77s   | disconnected | 30s   |

    Example: a call of a tool that is only remembered waits for the connection
      Given server "docs" over stdio
      And the cache holds the tool "echo" of server "docs"
      And server "docs" answers "initialize" after 12s
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 10s pass
      Then call 1 is pending
      When 1s passes
      Then call 1 returns "hi"
