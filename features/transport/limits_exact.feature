@omp @virtual
Feature: The size of an event is that of all its lines
  A server that sends an event without an end must not fill the memory of its client. What
  counts is every byte from one blank line to the next, whatever its lines say.

  @FF-56
  Rule: An event of 16 MiB is read whatever its lines are, one byte more is an error

    Scenario Outline: data of <size> bytes and <comments> bytes of comments, and then <end>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do:
              - as: sse
              - raw: 'data: {"jsonrpc":"2.0","id":<id>,"result":{"t":"'
              - raw: {text: x, size: <size>}
              - raw: "\"}}\n"
              - raw: {text: ":\n", size: <comments>}
              - <last>
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 <outcome>

      Examples:
        | size     | comments | end          | last       | outcome |
        | 16777145 | 0        | the end      | end: eof   | succeeds |
        | 16777146 | 0        | the end      | end: eof   | fails with "reading the stream: event exceeds 16777216 bytes" |
        | 16776995 | 300      | the end      | end: eof   | fails with "reading the stream: event exceeds 16777216 bytes" |
        | 16777144 | 0        | a blank line | raw: "\\n" | succeeds |
        | 16777145 | 0        | a blank line | raw: "\\n" | fails with "reading the stream: event exceeds 16777216 bytes" |

    Example: an event that goes on for ever is left where it is too long
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [as: sse, {raw: {text: x, size: 17000000}}, {delay: 1h}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 fails with "reading the stream: event exceeds 16777216 bytes"
