@omp @virtual
Feature: The deadline of a caller is not that of a request

  @OMP-TP-77 @real
  Rule: A caller whose own deadline passes gets that as the reason

    Scenario Outline: over <kind>, <what>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<actions>]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1s passes
      And the deadline of request 1 passes
      Then request 1 fails with "context deadline exceeded"
      And the transport is connected

      Examples:
        | kind  | what                      | actions                               |
        | http  | before the headers        | never                                 |
        | http  | in the middle of a body   | {raw: '{"json'}, never                |
        | http  | in the middle of a stream | {as: sse}, {raw: ": hi\\n\\n"}, never |
        | stdio | before the answer         | never                                 |
