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
