@omp @virtual
Feature: What fails in the field, at the end of a wire and on the one that is seldom met
  A program has most to say when it is ended, and a WebSocket carries what the other
  wires carry.

  @FF-16
  Rule: A program that is being closed may write on stderr, too

    Example: two mebibytes while it is being closed
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: closing}, do: [{stderr: {text: "bye ", size: 2097152}}]}]
        """
      And a connected transport to server "docs"
      When the transport is closed
      Then server "docs" has 0 live processes
      And the transport has closed

  @FF-15
  Rule: An array that comes over a WebSocket is taken apart

    Example: an answer in it
      Given server "docs" over ws
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{raw: '[{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"hi"}]}}]'}, {never: {}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then call 1 returns "hi"
