@target @stdio
Feature: A client finds the messages among the lines
  What a server and its libraries print by mistake comes between two messages, or
  before the first.

  @FF-02 @MAY
  Rule: Noise during a call harms nobody
    Spec: robustness
    Fix: ignore every line that is no JSON-RPC object

    Example: text, and JSON that is no message
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{raw: "[Breadcrumb] {\n  message: 'x'\n}\n{}\n[]\n42\n\"ok\"\nnull\n\n"}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-06 @MAY
  Rule: A byte order mark before the first message harms nobody
    Spec: robustness; servers on Windows
    Fix: skip EF BB BF at the beginning of a line

    Example: before the answer to initialize
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{frame: {bom: true}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-115 @MAY
  Rule: A server that prints to standard error before it speaks is waited for
    Spec: robustness
    Fix: read standard error from the start, and take nothing on it for an error

    Example: 256 KiB before the first message is read
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {phase: spawn}
            do: [{stderr: {text: "ERROR: warning: loading\n", size: 256KiB}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-116 @SHOULD
  Rule: A batch over stdio is read where it exists
    Spec: 2025-03-26 basic, Batching
    Fix: read lines that are arrays in revision 2025-03-26, or do not accept that revision

    Example: the answer to a call as an array of one
      Given the client copes with revision "2025-03-26"
      And this server:
        """yaml
        revisions: ["2025-03-26"]
        rules:
          - when: {method: tools/call}
            do: [{batch: 1}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

    Example: a notification and the answer in one array
      Given the client copes with revision "2025-03-26"
      And this server:
        """yaml
        revisions: ["2025-03-26"]
        rules:
          - when: {method: tools/call}
            do:
              - raw: '[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}},{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"x"}]}}]'
              - raw: "\n"
              - never: {}
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for
