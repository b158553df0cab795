@omp @virtual
Feature: A connection over HTTP outlives a server that is away for a while
  Each message is a request of its own. Whether one could be delivered says nothing
  of the next one, so that a server which restarts is there again by itself.

  @OMP-TP-65
  Rule: A server that was down is reached by the next request

    Scenario Outline: it <fails>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/call}, do: [<action>]}
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And the request "tools/list" is sent
      Then request 1 fails with a text that begins with "<text>"
      And request 2 succeeds
      And the transport is connected

      Examples:
        | fails              | action        | text           |
        | drops a connection | drop          | sending POST:  |
        | answers with 503   | {status: 503} | HTTP 503:      |
        | answers with 404   | {status: 404} | HTTP 404:      |
        | answers with 401   | {status: 401} | HTTP 401:      |

    Example: it cannot be reached
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" cannot be started
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "sending POST: "
      When the transport opens its background stream
      Then the transport is connected
      When server "docs" comes up
      And the request "tools/list" is sent
      Then request 2 succeeds

  @OMP-TP-53
  Rule: A request that takes too long costs no other one, whatever carries them

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/call}, do: [never]}, {when: {method: ping}, do: [{delay: 20s}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And 20s pass
      And the request "ping" is sent
      And 20s pass
      Then request 1 fails with "Request timeout after 30000ms"
      And request 2 succeeds

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
