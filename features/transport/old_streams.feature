@omp @virtual
Feature: A request over HTTP+SSE of 2024-11-05 is decided and bounded like any other
  Its answer comes on a stream that all requests share, and the POST is only acknowledged.

  Background:
    Given the switch "transport.sse" is "legacy"
    And server "docs" over sse with this script:
      """yaml
      http: {legacy: {}}
      """
    And server "docs" never answers "tools/call"
    And a connected transport to server "docs"

  @OMP-TP-48
  Rule: Over HTTP+SSE a request has its thirty seconds, from its POST on

    Example: the POST is acknowledged, and no answer comes
      When the request "tools/call" is sent
      And the clock reaches 1s
      And the request "tools/call" is sent
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "Request timeout after 30000ms"
      And request 2 is pending
      When the clock reaches 31001ms
      Then request 2 fails with "Request timeout after 30000ms"

  @OMP-TP-25
  Rule: Over HTTP+SSE, too, an id without result and error decides nothing

    Scenario Outline: before the answer comes <what>
      When the request "tools/call" is sent
      And server "docs" sends:
        """
        <before>
        """
      And 1s passes
      Then request 1 is pending
      When server "docs" sends:
        """
        {"jsonrpc":"2.0","id":<id of "tools/call" number 1 to server "docs">,"result":{"n":1}}
        """
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

      Examples:
        | what                 | before                                                                              |
        | the id alone         | {"jsonrpc":"2.0","id":<id of "tools/call" number 1 to server "docs">}               |
        | the id, a null error | {"jsonrpc":"2.0","id":<id of "tools/call" number 1 to server "docs">,"error":null}  |
