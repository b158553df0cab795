@omp @virtual
Feature: Who gives up gives up all of a request
  A request whose stream has ended may be waiting to go on. Nothing of it is left when its
  caller has gone, or the connection is closed.

  @OMP-TP-76
  Rule: Who gives up while a stream waits to be resumed ends that wait, too

    Scenario Outline: <end>
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{as: sse}, {raw: "id: 7\nretry: 600000\ndata:\n\n"}, {end: eof}]}]
        """
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 5s pass
      And <end>
      Then request 1 ended at 5s
      And no timer is pending
      When 1h passes
      Then server "docs" received "GET" 0 times

      Examples:
        | end                           | timeout |
        | the sender gives up request 1 | 0       |
        | the transport is closed       | 0       |
        | 1s passes                     | 5s      |
