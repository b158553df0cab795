@omp @virtual
Feature: An event that is too large ends a background stream, and is reported
  What is in it cannot be known, so nothing of it is told, but that it came is.

  @OMP-TP-101
  Rule: An event of the background stream that is too large is reported, and the end of the stream

    Example: 16 MiB and one byte
      Given server "docs" over http with this script:
        """yaml
        rules:
          - {when: {verb: GET}, do: [{as: sse}, {raw: "data: "}, {raw: {text: x, size: 16777217}}, {raw: "\n\n"}]}
        """
      And a bare transport to server "docs"
      When the transport connects
      And the transport opens its background stream
      And 1m passes
      Then the transport reported:
        """
        error reading the stream: event exceeds 16777216 bytes
        close
        """
