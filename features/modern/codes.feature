@virtual
Feature: A code of the server's own means nothing to whoever asked
  -32000 is a closed connection in one library and -32001 a request that took too long in
  another. From a server they are refusals, and nothing else.

  @MOD-CLI-88 @omp
  Rule: A call or a poll that is refused with such a code is over

    Scenario Outline: <code> to "<method>", <era>, over <kind>
      Given the switch "protocol.era" is "<era>"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over <kind> with this script:
        """yaml
        era: <era>
        tools: [{name: a<task>}]
        rules: [{when: {method: <method>}, do: [error: {code: <code>, message: no}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1h passes
      Then server "docs" received "<method>" 1 time
      And call 1 returns the error text "MCP error: MCP error <code>: no"

      Examples:
        | code   | method     | era    | kind  | task                          |
        | -32000 | tools/call | modern | http  |                               |
        | -32000 | tools/call | modern | stdio |                               |
        | -32001 | tools/call | modern | http  |                               |
        | -32003 | tools/call | modern | stdio |                               |
        | -32000 | tools/call | legacy | http  |                               |
        | -32001 | tools/call | legacy | stdio |                               |
        | -32000 | tasks/get  | modern | http  | , task: {takes: 9s, poll: 1s} |
        | -32001 | tasks/get  | modern | stdio | , task: {takes: 9s, poll: 1s} |
        | -32003 | tasks/get  | modern | http  | , task: {takes: 9s, poll: 1s} |

  @MOD-CLI-88 @agents
  Rule: For an agent such a code is neither a lost session nor a time that is over

    Scenario Outline: <code>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        rules: [{when: {method: tools/call}, do: [error: {code: <code>, message: no}]}]
        """
      And server "docs" is defined with era "modern"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 3 shared and 0 isolated tries

      Examples:
        | code   |
        | -32000 |
        | -32001 |
        | -32003 |
        | -32019 |
