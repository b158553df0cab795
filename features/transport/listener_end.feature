@omp @virtual
Feature: A background stream that ends is noticed
  A background stream that was there and ends may mean that the server restarted.
  The transport says so and leaves the rest to the runtime, which connects anew.
  Only the client's own farewell is no news.

  Background:
    Given server "docs" over http
    And a connected transport to server "docs"

  @OMP-TP-101 @real
  Rule: A failure of the background stream is reported as an error, once

    Example: an event that is no JSON
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And server "docs" sends:
        """
        {"jsonrpc":
        """
      Then the transport reported:
        """
        error parsing an event: …
        close
        """

    Example: a connection that breaks
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And server "docs" drops its connections
      And 1h passes
      Then the transport reported:
        """
        error reading the stream: …
        close
        """

    Example: a GET that fails before its answer is no end of a stream
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [drop]}
        """
      When the transport opens its background stream
      And 1h passes
      Then the transport reported:
        """
        error opening the listener: …
        """

  @OMP-TP-102 @real
  Rule: A background stream that the client itself ends is no error

    Example: closing the transport reports a close and nothing else
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And the transport is closed
      Then the transport reported:
        """
        close
        """
      And server "docs" has 0 open "GET"

    Example: giving up a GET that is not answered reports nothing
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [never]}
        """
      When the transport opens its background stream
      And 1h passes
      Then the transport reported nothing
      And server "docs" has 0 open "GET"

  @OMP-TP-103
  Rule: The end of an established background stream is reported as a close

    @real
    Example: a transport is usable all the same, and closing it adds nothing
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And server "docs" ends its stream
      Then the transport reported:
        """
        close
        """
      And the transport is connected
      When the request "tools/list" is sent
      Then request 2 succeeds
      When the transport is closed
      Then the transport reported:
        """
        close
        """

    Scenario Outline: the runtime connects anew when server "mail" <does>
      Given server "mail" over http
      When the runtime starts
      And 1m passes
      And server "mail" <does>
      Then server "mail" received "initialize" at "0s, 1m"
      And server "mail" received "GET" at "0s, 1m"
      And server "mail" is connected
      And server "docs" received "initialize" at "0s"

      Examples:
        | does                  |
        | ends its stream       |
        | drops its connections |

    Example: a stream that says that it ends, and stays open
      Given server "mail" over http
      And server "mail" follows these rules:
        """yaml
        - {when: {verb: GET, nth: 1}, do: [{as: sse}, {raw: ": hi\n\n"}, {delay: 1m}, {raw: "data: [DONE]\n\n"}, never]}
        """
      When the runtime starts
      And 2m pass
      Then server "mail" received "initialize" at "0s, 1m"

  @OMP-TP-104 @real
  Rule: A transport never opens its background stream again

    Scenario Outline: the server <does>
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And server "docs" <does>
      And 1h passes
      And the request "tools/list" is sent
      Then request 2 succeeds
      And server "docs" received "GET" 1 time

      Examples:
        | does                  |
        | ends its stream       |
        | drops its connections |
