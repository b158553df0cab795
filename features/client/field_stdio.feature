@target @stdio
Feature: A client survives what processes write
  Standard output belongs to the protocol, but libraries write to it all the same.

  @FF-01 @MAY
  Rule: A banner on standard output harms nobody
    Spec: robustness
    Fix: ignore lines that are no JSON

    Example: before everything
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {phase: spawn}
            do: [{raw: "My Server v1.2 running on stdio\n"}]
        """
      When the client runs
      Then the client has done what it was asked for

    Example: in another encoding
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {phase: spawn}
            do: [{raw: {base64: R3L832UK}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-05 @MAY
  Rule: Lines may end with CRLF
    Spec: robustness; servers on Windows
    Fix: ignore white space around a message

    Example: every line
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - do: [{frame: {crlf: true}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-07 @MAY
  Rule: A message may come in pieces
    Spec: robustness; pipes have no messages
    Fix: collect bytes up to the line end before you decode them

    Example: byte by byte
      Given the client copes with a correct server
      And this server:
        """yaml
        tools: [{name: add_numbers, description: "naïve 日本語 🚀"}]
        rules:
          - when: {method: tools/list}
            do: [{split: {every: 1, gap: 1ms}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-09 @MAY
  Rule: A line may be long
    Spec: robustness
    Fix: raise the limit of your line reader

    Example: a list of one mebibyte
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{pad: 1MiB}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-27 @MAY
  Rule: Notifications before the answer to initialize harm nobody
    Spec: robustness; common servers do this
    Fix: ignore what you cannot use yet

    Example: a list that changes before anybody has seen it
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {phase: before-init-reply}
            do: [{notify: notifications/tools/list_changed}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-16 @MAY
  Rule: A flood on standard error stops nobody
    Spec: 2025-11-25 basic/transports, stdio; robustness
    Fix: read standard error all the time, even if nobody wants it

    Example: in a call
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{stderr: {text: "noise noise noise\n", size: 1MiB}}]
        """
      When the client runs
      Then the client has done what it was asked for

    Example: half of a character
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{stderr: {text: é, size: 1}}, {stderr: "\n"}]
        """
      When the client runs
      Then the client has done what it was asked for
