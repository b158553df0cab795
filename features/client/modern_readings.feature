@target @modern
Feature: What a client reads without a handshake is what the server wrote
  The form of messages, streams and texts has not changed with the handshake. A cursor or
  a text that comes back shows how it was read.

  @M-CLI-141 @SHOULD @http
  Rule: Event streams are read as their standard says
    Spec: 2026-07-28 basic/transports/streamable-http, Receiving Messages; WHATWG HTML, Server-sent events: Interpreting an event stream
    Fix: use a parser of the standard; events of another type than message are none of MCP

    Scenario Outline: <what>
      Given the client understands event streams
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "line 1 é"}, {sse: <style>}]
        """
      When the client runs for at most 10s
      Then the client goes on with the list
      And every cursor comes back as it was given

      Examples:
        | what                      | style                                                                                        |
        | a byte order mark         | {bom: true}                                                                                  |
        | lines end in CRLF         | {eol: crlf}                                                                                  |
        | lines end in CR           | {eol: cr}                                                                                    |
        | data on many lines        | {multiline: true}                                                                            |
        | no blank after the colon  | {noSpace: true}                                                                              |
        | events with ids           | {number: true}                                                                               |
        | the type message          | {event: message}                                                                             |
        | comments                  | {events: [{comment: "data: {}"}, {raw: ":\\n\\n: ping\\n"}, {answer: true}, {comment: bye}]} |
        | unknown fields            | {events: [{raw: "colour: red\\ncolour\\nretry: soon\\n"}, {answer: true}]}                   |
        | an event of another type  | {events: [{event: other, data: '{"jsonrpc":"2.0","id":"<id>","result":{"resultType":"complete","tools":[],"nextCursor":"another type"}}'}, {answer: true}]} |
        | another type, and no JSON | {events: [{event: other, data: "no JSON"}, {answer: true}]}                                  |
        | an empty event            | {events: [{data: ""}, {answer: true}]}                                                       |

    @MAY
    Example: the stream stays open behind the answer
      Fix: take the answer as soon as its event has come; do not wait for the end of the stream
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {answer: {}}, {end: none}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @M-CLI-142 @SHOULD @http
  Rule: A content type is read without its parameters
    Spec: RFC 9110, 8.3.1: media types have parameters, and no case
    Fix: parse the header; compare type and subtype only

    Scenario Outline: <type>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "page 2"}, {as: <form>}, {headers: {Content-Type: "<type>"}}]
          - when: {method: tools/call}
            do: [{as: <form>}, {headers: {Content-Type: "<type>"}}]
        """
      When the client runs for at most 10s
      Then the client goes on with the list

      Examples:
        | form | type                             |
        | json | application/json;charset=UTF-8   |
        | sse  | text/event-stream; charset=utf-8 |
        | json | Application/JSON                 |
        | sse  | text/Event-Stream                |

  @M-CLI-154 @MUST @http
  Rule: The names of headers are read without their case
    Spec: 2026-07-28 basic/transports/streamable-http, Case Sensitivity
    Fix: look headers up by a name without case, or in small letters if your library has written them so

    Scenario Outline: names in small letters, answers as <form>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        era: modern
        http: {answers: <form>, lowercase: true}
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

      Examples:
        | form |
        | json |
        | sse  |

  @M-CLI-143 @MUST
  Rule: Text is read as it was written, in whatever pieces it comes
    Spec: 2026-07-28 basic/transports: JSON-RPC messages MUST be UTF-8
    Fix: collect bytes up to the end of the line or the event, and decode them then

    @stdio
    Example: five bytes at a time over stdio
      Given the client copes with a correct server
      And the client gives cursors back
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs for at most 15s
      Then the client goes on with the list
      And every cursor comes back as it was given

    @http
    Scenario Outline: five bytes at a time over HTTP, as <form>
      Given the client copes with a correct server
      And the client understands event streams
      And the client gives cursors back
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}, {as: <form>}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs for at most 15s
      Then the client goes on with the list
      And every cursor comes back as it was given

      Examples:
        | form |
        | json |
        | sse  |

    @stdio
    Example: the text of a result over stdio
      Given the client hands a text on
      And the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: taken}
        rules:
          - when: {tool: mcpsim_give}
            do: [{split: {every: 5, gap: 5ms}}]
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

    @http
    Scenario Outline: the text of a result over HTTP, as <form>
      Given the client hands a text on
      And the client understands event streams
      And the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: taken}
        rules:
          - when: {tool: mcpsim_give}
            do: [{as: <form>}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

      Examples:
        | form |
        | json |
        | sse  |

  @M-CLI-144 @MUST
  Rule: The text of a result reaches the caller as it was sent
    Spec: 2026-07-28 server/tools, Tool Result, and RFC 8259, 8.1: JSON text is UTF-8
    Fix: hand the text on as the string that it is: do not trim, escape, re-encode or cut it

    Scenario Outline: <what>
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: <text>}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: taken}
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

      Examples:
        | what                   | text                                      |
        | beyond ASCII           | "naïve 日本語 🚀 e\\u0301 ﬁ"              |
        | white space            | "  two\\n\\tlines \\r\\n  "               |
        | separators of lines    | "one\\u2028two\\u0085three\\u2029"        |
        | looks like something   | '"{}" &lt; %41 \\u0041 \\n'               |
        | marks at the ends      | "\\ufeffone\\u200b"                       |
        | controls               | "a\\u0000b\\u0007c\\u001b[1md\\ufeffe"    |

    @http
    Example: separators of lines in an event stream
      Fix: end lines of a stream at CR, LF and CRLF alone; U+2028 and its like are text
      Given the client understands event streams
      And the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        http: {answers: sse}
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: "one\u2028two\u0085three\u2029"}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: taken}
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

    @stdio
    Example: a text of 100000 bytes over stdio
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: mcpsim_give}
            do:
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"complete","content":[{"type":"text","text":"'
              - raw: {text: "all of it ", size: 100000}
              - raw: "\"}]}}\n"
              - never: {}
        """
      When the client runs for at most 15s
      Then a text of 100000 bytes comes back

    @http
    Example: a text of 100000 bytes over http
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: mcpsim_give}
            do:
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"complete","content":[{"type":"text","text":"'
              - raw: {text: "all of it ", size: 100000}
              - raw: "\"}]}}\n"
              - end: eof
        """
      When the client runs for at most 15s
      Then a text of 100000 bytes comes back

  @M-CLI-145 @MUST @http
  Rule: An answer that is compressed as the client allows is read
    Spec: RFC 9110, 8.4 and 12.5.3
    Fix: decompress what Content-Encoding says, or do not send Accept-Encoding

    Scenario Outline: <method> in gzip
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: <method>}
            do: [{compress: {}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | method          |
        | server/discover |
        | tools/call      |
