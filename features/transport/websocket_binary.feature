Feature: A message of a WebSocket is text
  Bytes that claim to be nothing are no message, whatever is in them.

  @X-WS-06 @virtual
  Rule: A binary message is dropped, and the connection stays

    Example: an answer that is one is none
      Given server "docs" over ws with this script:
        """yaml
        http: {websocket: {binary: true}}
        """
      And server "docs" has a timeout of 5s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 5s pass
      Then request 1 fails with "Request timeout after 5000ms"
      And the transport reported:
        """text
        dropped not json
        """
      And the transport is connected
