@omp @virtual
Feature: A server that is asked which protocol it speaks runs once
  A second process beside the first takes the same port, lock or database. So what a server
  says to the question is never a reason to start it again; only its end is.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-45
  Rule: Whatever a process answers to server/discover, it goes on in that process

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        era: <era>
        tools: [search]
        rules:
          - {when: {method: server/discover, nth: 1}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" was started 1 time
      And server "docs" has 1 live process

      Examples:
        | what                             | era    | do                                                                    |
        | an unknown method                | legacy | error: {code: -32601, message: no}                                    |
        | a wish for initialize            | legacy | error: {code: -32000, message: initialize first}                      |
        | a result of another form         | legacy | result: {ok: true}                                                    |
        | legacy versions only             | legacy | result: {supportedVersions: ["2025-11-25"], capabilities: {}}         |
        | a refusal that names legacy ones | legacy | error: {code: -32022, message: no, data: {supported: ["2025-11-25"]}} |
        | nothing                          | legacy | never                                                                 |
        | a late refusal                   | legacy | delay: 7s, error: {code: -32601, message: no}                         |
        | the result                       | modern | delay: 1ms                                                            |
        | the result, late                 | modern | delay: 7s                                                             |
        | a refusal that names this one    | modern | error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}} |

    Example: a server without any deadline that says nothing
      Given server "docs" over stdio
      And server "docs" has a timeout of 0s
      And server "docs" never answers "server/discover"
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" was started 1 time
