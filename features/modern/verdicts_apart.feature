@omp @virtual
Feature: What was found of one server is not believed of another
  One command with other arguments or in another environment may be another program, and one
  address asked by somebody else another version.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-53
  Rule: A verdict is about a command with all that it is given, or an address with who asks

    Scenario Outline: over <kind>, now <defined>
      Given server "docs" over <kind>
      And server "docs" is defined with the <what> <before>
      And the runtime has started
      When 1m passes
      Given server "docs" is defined with the <what> <after>
      When the program ends and another one starts
      And 1m passes
      Then server "docs" received "server/discover" <n>
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  | defined               | what     | before              | after               | n       |
        | stdio | as before             | variable | "MODE" set to "old" | "MODE" set to "old" | 1 time  |
        | stdio | with another variable | variable | "MODE" set to "old" | "MODE" set to "new" | 2 times |
        | stdio | with another argument | argument | "--old"             | "--new"             | 2 times |
        | http  | with another header   | header   | "X-Mode" set to "o" | "X-Mode" set to "n" | 2 times |
        | http  | as before             | header   | "X-Mode" set to "o" | "X-Mode" set to "o" | 1 time  |

  @MOD-CLI-82
  Rule: What cannot be answered is not left out, whether or not there is a state

    Scenario Outline: <state>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [result: {resultType: input_required, inputRequests: {a: {method: roots/list}, b: {method: no/such}}<state>}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then call 1 returns an error text with "answering what tools/call asks for"
      And server "docs" received "tools/call" 1 time

      Examples:
        | state              |
        |                    |
        | , requestState: s1 |

  @MOD-CLI-48
  Rule: An error in a 400 counts whether or not it says whose it is

    Scenario Outline: <id>
      Given server "docs" over http with this script:
        """yaml
        era: dual
        tools: [echo]
        rules:
          - {when: {method: server/discover, nth: 1}, do: [{status: {code: 400, body: '{"jsonrpc":"2.0"<id>,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}}', headers: {Content-Type: application/json}}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 0 times
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | id         |
        |            |
        | ,"id":null |
        | ,"id":"1"  |
