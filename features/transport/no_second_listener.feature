@omp @virtual
Feature: A background stream that could not be opened is not tried again

  @OMP-TP-104
  Rule: A transport asks for its background stream once, whatever comes of it

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET, nth: 1}, do: [<does>]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And 1h passes
      And the request "tools/list" is sent
      Then request 2 succeeds
      And server "docs" received "GET" 1 time

      Examples:
        | what           | does          |
        | it is refused  | {status: 503} |
        | it is not found | {status: 404} |
        | it is cut off  | {drop: 0}     |
        | it is empty    | {status: 204} |
