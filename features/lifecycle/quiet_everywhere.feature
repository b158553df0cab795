@omp @virtual
Feature: What holds for a connection holds over every transport, and at each moment of it
  A runtime that is quiet over a pipe and polls over a socket is not quiet; one that forgets
  a loss while it is busy with a list has lost its server for good.

  @OMP-LC-92
  Rule: An idle connection is quiet over every transport, for weeks, whatever is subscribed to

    Scenario Outline: over <kind>
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over <kind> with this script:
        """yaml
        capabilities: {tools: {listChanged: true}, resources: {subscribe: true}, prompts: {}}
        tools: [search]
        resources: ["doc:a"]
        prompts: [review]
        http: {<http>}
        """
      And the runtime has started
      When 1s passes
      And the counts start anew
      And 2400h pass
      Then server "docs" received nothing
      And no timer is pending

      Examples:
        | kind  | http       |
        | stdio |            |
        | http  |            |
        | sse   |            |
        | ws    |            |

  @OMP-LC-93
  Rule: A connection that ends while its tools are listed anew is made anew

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 2}, do: [{delay: 10s}]}
        """
      And the runtime has started
      When server "docs" sends the notification "notifications/tools/list_changed"
      And 1s passes
      And server "docs" drops its connections
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-106
  Rule: A server that waits for a login and is disconnected does not come back with one

    Example: another process logs in later
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - when: {verb: POST, header: {Authorization: "!Bearer good"}}
            do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]
        """
      When the runtime starts
      And 1m passes
      And server "docs" is disconnected
      And another process stores these credentials:
        | id                         | access token |
        | login:http://docs.test/mcp | good         |
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And the runtime knows the servers ""
      And no timer is pending

  @OMP-LC-106
  Rule: A server that waits for its next attempt and is disconnected is tried no more

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" goes down
      And 4s pass
      And server "docs" begins to be disconnected
      And server "docs" comes up
      And the counts start anew
      And 24h pass
      Then server "docs" received nothing
      And the runtime knows the servers ""

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-93
  Rule: The end of the stream of an old server is the end of its connection

    Scenario Outline: <ends>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And the runtime has started
      When server "docs" <ends>
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

      Examples:
        | ends                  |
        | ends its stream       |
        | drops its connections |
