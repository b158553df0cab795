@omp @virtual
Feature: A transport sends what it is given once

  @OMP-TP-112 @OMP-TP-07
  Rule: Neither a transport nor a bare connection repeats a request or begins a session anew

    Scenario Outline: <what>, on a bare connection
      Given server "docs" over http with this script:
        """yaml
        capabilities: {resources: {subscribe: true}}
        rules: [{when: {method: resources/subscribe, nth: 1}, do: [<does>]}]
        """
      When a bare connection to server "docs" is opened
      And the bare connection subscribes to "doc:a"
      And 1h passes
      Then request 1 fails with a text that begins with "<text>"
      And server "docs" received "resources/subscribe" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | what                  | does                              | text              |
        | the session is gone   | {status: {code: 404, body: gone}} | HTTP 404: gone    |
        | the connection is cut | {drop: 0}                         | sending POST:     |

    Scenario Outline: a call through the runtime is repeated once over <kind>, and by nobody else
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [<fault>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  | fault         |
        | stdio | {exit: 1}     |
        | ws    | {exit: 1}     |
        | http  | {status: 502} |
