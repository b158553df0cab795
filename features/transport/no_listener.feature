@omp @virtual
Feature: A server without a background stream is as good as any
  Many servers refuse the GET, answer it with something else or let it hang. None
  of that is worth a message or a retry: the connection works without the stream,
  and the GET is asked once.

  Background:
    Given server "docs" over http
    And a connected transport to server "docs"

  @OMP-TP-96 @real
  Rule: A GET answered 405 turns the background stream off, silently

    Example: the connection works
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{status: 405}]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And 1h passes
      And the request "tools/list" is sent
      Then request 2 succeeds
      And the transport is connected
      And the transport reported nothing
      And server "docs" received "GET" 1 time

    Example: start-up goes on at once
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{status: 405}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received in this timeline:
        """timeline
        0s initialize
        0s GET
        0s notifications/initialized
        0s tools/list
        """
      And the log has 0 records of "docs" with ""

    Example: a 405 that says why
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{status: {code: 405, body: "no streams here", headers: {Allow: POST}}}]}
        """
      When the transport opens its background stream
      Then the transport reported nothing

  @OMP-TP-97 @real
  Rule: A GET answered with any other status that is not 2xx does the same

    Scenario Outline: status <status>
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{status: {code: <status>, body: go away}}]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And 1h passes
      And the request "tools/list" is sent
      Then request 2 succeeds
      And the transport is connected
      And the transport reported nothing
      And server "docs" received "GET" 1 time
      And new credentials were asked for 0 times

      Examples:
        | status |
        | 304    |
        | 400    |
        | 401    |
        | 403    |
        | 404    |
        | 406    |
        | 429    |
        | 500    |
        | 501    |
        | 503    |

  @OMP-TP-98 @real
  Rule: A GET answered without a stream in its body does the same

    Scenario Outline: <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [<action>]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And 1h passes
      And the request "tools/list" is sent
      Then request 2 succeeds
      And the transport is connected
      And the transport reported nothing
      And server "docs" received "GET" 1 time

      Examples:
        | what             | action                                                                          |
        | no body          | {status: {code: 200, headers: {Content-Type: text/event-stream}}}               |
        | no content       | {status: 204}                                                                   |
        | a body of JSON   | {status: {code: 200, body: "{}", headers: {Content-Type: application/json}}}    |

  @OMP-TP-99 @real
  Rule: A GET that is not answered in time is given up, silently

    Example: after one second, and for good
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [never]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And the clock reaches 999ms
      Then server "docs" has 1 open "GET"
      When the clock reaches 1s
      Then server "docs" has 0 open "GET"
      When 1h passes
      And the request "tools/list" is sent
      Then request 2 succeeds
      And the transport reported nothing
      And server "docs" received "GET" 1 time
