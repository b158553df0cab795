@omp @virtual
Feature: What fails before start-up returns is its result, whatever its tools are shown by then
  Start-up waits for servers without cached tools. Those that fail meanwhile have failed in
  time; those that fail later are logged, however they fail.

  @OMP-LC-72
  Rule: A failure is logged as a late one only if start-up has returned by then

    Scenario Outline: a server with cached tools fails after <fails>, and start-up waits for another one until 2s
      Given servers "docs, mail" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: <fails>}, {error: {code: -32000, message: sorry}}]}
        """
      And the cache holds the tools "search" of server "docs"
      And server "mail" answers "initialize" after 2s
      When the runtime starts
      And 1m passes
      Then startup returned at 2s
      And the log has <logged> of "docs" with "connecting in the background failed"

      Examples:
        | fails  | logged     |
        | 1s     | 0 warnings |
        | 1999ms | 0 warnings |
        | 2001ms | 1 warning  |

    Example: the connection is lost while the tools are listed
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [{delay: 2s}, {exit: 1}]}
        """
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1m passes
      Then startup returned at 250ms
      And the log has 1 warning of "docs" with "connecting in the background failed"

  @OMP-LC-65
  Rule: All servers without cached tools are waited for, beside one that has some

    Example: two of three
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" after 3s
      And the cache holds the tools "search" of server "b"
      And server "b" answers "initialize" after 6s
      And server "c" answers "tools/list" after 4s
      When the runtime starts
      And 1m passes
      Then startup returned at 4s
      And startup returned the tools "mcp__a_echo, mcp__b_search, mcp__c_echo"

  @OMP-LC-78
  Rule: A deferred tool waits as long as its server takes to connect

    Scenario Outline: over <kind>, <after>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after <after>
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_echo" is called
      And the clock reaches <after>
      Then server "docs" received "tools/call" at "<after>"

      Examples:
        | kind  | after |
        | stdio | 8s    |
        | http  | 28s   |
