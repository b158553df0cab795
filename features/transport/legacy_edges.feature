@omp @virtual
Feature: An old server may be odd, slow or gone, and the error says which
  The old transport depends on one stream. Whatever is wrong with it is told in words
  before anything is sent, and what comes through it is handled as on any other.

  Background:
    Given the switch "transport.sse" is "legacy"

  @D-03
  Rule: A stream that cannot be opened is told with its reason, and nothing is posted

    Scenario Outline: the GET is answered with <what>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {silent: true}}
        rules:
          - {when: {verb: GET}, do: [<do>]}
        """
      And a bare transport to server "docs"
      When the transport connects
      Then the transport failed to connect with "<error>"
      And the transport is not connected
      And the transport reported nothing
      And server "docs" received in order:
        """
        GET
        """
      And server "docs" has 0 open "GET"
      And the link to "docs" has 0 open connections

      Examples:
        | what               | do                                                                                     | error                                                                                                     |
        | 401                | {status: {code: 401, body: who, headers: {WWW-Authenticate: Bearer}}}                  | HTTP 401: who [WWW-Authenticate: Bearer]                                                                  |
        | JSON               | {status: {code: 200, body: "{}", headers: {Content-Type: application/json}}}           | opening the stream (HTTP 200, "application/json"): the answer is no event stream                          |
        | another encoding   | {headers: {Content-Encoding: gzip}}                                                    | answer has the Content-Encoding "gzip", which was not asked for and is not read                           |
        | a bad event        | {sse: {events: [{data: "{"}]}}                                                         | the stream ended before its endpoint event: parsing an event: invalid JSON at byte 1: member name expected |
        | an odd endpoint    | {sse: {events: [{event: endpoint, data: "http://[x"}]}}                                | endpoint (unreadable) refused: it is no URL                                                               |

    Example: a server that is down
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And server "docs" cannot be started
      And a bare transport to server "docs"
      When the transport connects
      And the request "ping" is sent
      Then the transport is not connected
      And request 1 fails with "Transport not connected"
      And the link to "docs" saw 1 attempt to connect

  @D-03
  Rule: Requests and notifications are sent between connecting and the end of the stream

    Example: before, between and after
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And a bare transport to server "docs"
      When the request "ping" is sent
      And the notification "a" is sent
      And the transport connects
      And the request "ping" is sent
      And the transport is closed
      And the request "ping" is sent
      And the notification "b" is sent
      Then requests 1 to 2 fail with "Transport not connected"
      And request 3 succeeds
      And requests 4 to 5 fail with "Transport not connected"

    Example: given up before it begins, a request is not sent
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent by a sender who has given up
      Then request 1 was aborted
      And server "docs" received "ping" 0 times

    Example: a caller who gives up ends only their own request
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: a}, do: [{delay: 5s}]}
          - {when: {method: b}, do: [{delay: 5s}, {result: {n: 1}}]}
        """
      And a connected transport to server "docs"
      When the request "a" is sent
      And the request "b" is sent
      And 2s pass
      And the sender gives up request 1
      And 1h passes
      Then request 1 was aborted
      And request 1 ended at 2s
      And request 2 ended at 5s
      And the transport reported:
        """
        dropped unknown id
        """

    Example: a stream that breaks is an error, and then the end
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      When server "docs" drops its connections
      Then the transport reported:
        """
        error reading the stream: …
        close
        """
