@omp @virtual
Feature: What comes twice on the stream of an old server counts once
  Proxies repeat what they have sent, and servers name their endpoint again. Neither may
  answer another request or move the place that requests go to.

  Background:
    Given the switch "transport.sse" is "legacy"

  @D-03 @FF-70
  Rule: The first answer to a request and the first endpoint count, and later ones change nothing

    Example: an answer that nobody waits for is dropped, a second endpoint changes nothing
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: ping}, do: [duplicate: 1, {notify: late}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      Then requests 1 to 2 succeed
      And server "docs" received "ping" 2 times
      And the transport reported:
        """
        notification late
        dropped unknown id
        notification late
        dropped unknown id
        """

    Scenario Outline: a second endpoint event changes nothing: <endpoint>
      Given server "evil" over http
      And server "docs" over sse with this script:
        """yaml
        http: {sessions: false, legacy: {silent: true}}
        rules:
          - {when: {verb: GET}, do: [sse: {events: [{event: endpoint, data: /mcp}, {event: endpoint, data: "<endpoint>"}]}]}
        """
      And a connected transport to server "docs"
      When 1s passes
      And the request "ping" is sent
      Then request 1 fails with a text that begins with "HTTP 404: "
      And the transport is connected
      And the transport reported nothing
      And server "evil" received nothing

      Examples:
        | endpoint             |
        | http://evil.test/mcp |
        | /other               |
