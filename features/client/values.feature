@target
Feature: What a client reads is what the server wrote
  A client that ends well may still have lost half of a character on the way. A cursor
  shows it: it is read like everything else, and comes back. So these servers give
  one in the first page of a list.

  @CLI-51 @MUST
  Rule: Text is read as it was written, in whatever pieces it comes
    Spec: 2025-11-25 basic/transports: JSON-RPC messages MUST be UTF-8
    Fix: collect bytes up to the end of the line or the event, and decode them then

    @stdio
    Example: five bytes at a time over stdio
      Given the client copes with a correct server
      And the client gives cursors back
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs
      Then the client goes on with the list
      And every cursor comes back as it was given

    @http
    Scenario Outline: five bytes at a time over HTTP, as <form>
      Given the client copes with a correct server
      And the client understands event streams
      And the client gives cursors back
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}, {as: <form>}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs
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
        rules:
          - when: {tool: mcpsim_give}
            do: [{result: {content: [{type: text, text: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}]}}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs
      Then the text that a tool gave comes back

    @http
    Scenario Outline: the text of a result over HTTP, as <form>
      Given the client hands a text on
      And the client understands event streams
      And the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do: [{result: {content: [{type: text, text: "naïve 日本語日本語日本語 🚀🚀🚀🚀 éééééééé"}]}}, {as: <form>}, {split: {every: 5, gap: 5ms}}]
        """
      When the client runs
      Then the text that a tool gave comes back

      Examples:
        | form |
        | json |
        | sse  |

  @CLI-52 @SHOULD @http
  Rule: Event streams are read as their standard says
    Spec: WHATWG HTML, Server-sent events: Interpreting an event stream
    Fix: use a parser of the standard; events of another type than message are none of MCP

    Scenario Outline: <what>
      Given the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "line 1 é"}, {sse: <style>}]
        """
      When the client runs for at most 10s
      Then the client goes on with the list
      And every cursor comes back as it was given

      Examples:
        | what                      | style                                                                                      |
        | a byte order mark         | {bom: true}                                                                                |
        | lines end in CRLF         | {eol: crlf}                                                                                |
        | lines end in CR           | {eol: cr}                                                                                  |
        | data on many lines        | {multiline: true}                                                                          |
        | the type message          | {event: message}                                                                           |
        | comments                  | {events: [{comment: "data: {}"}, {raw: ":\\n\\n: ping\\n"}, {answer: true}, {comment: bye}]}  |
        | unknown fields            | {events: [{raw: "colour: red\\ncolour\\nretry: soon\\n"}, {answer: true}]}                    |
        | an event of another type  | {events: [{event: other, data: '{"jsonrpc":"2.0","id":"<id>","result":{"tools":[],"nextCursor":"another type"}}'}, {answer: true}]} |
        | another type, and no JSON | {events: [{event: other, data: "no JSON"}, {answer: true}]}                                |
        | an empty event            | {events: [{data: ""}, {answer: true}]}                                                     |

    Example: a comment within an event
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{raw: "data: {\"jsonrpc\":\"2.0\",\n: ping\n"}, {data: '"id":"<id>","result":{"content":[{"type":"text","text":"8"}]}}'}]}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

    Example: CR and LF come one after the other
      Given the client understands event streams
      And this server:
        """yaml
        tools: [{name: add_numbers, inputSchema: {type: object}}]
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "line 1 é"}, {sse: {eol: crlf, multiline: true}}, {split: {every: 1, gap: 2ms}}]
        """
      When the client runs
      Then the client goes on with the list
      And every cursor comes back as it was given

    @MAY
    Example: the end of the stream within an event
      Given the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {unterminated: true, events: [{answer: true}]}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And the client fails by itself

  @CLI-53 @SHOULD @http
  Rule: A content type is read without its parameters
    Spec: RFC 9110, Media Type
    Fix: parse the header; compare type and subtype only

    Scenario Outline: <type>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "page 2"}, {as: <form>}, {headers: {Content-Type: "<type>"}}]
          - when: {method: tools/call}
            do: [{as: <form>}, {headers: {Content-Type: "<type>"}}]
        """
      When the client runs for at most 10s
      Then the client goes on with the list

      Examples:
        | form | type                              |
        | json | application/json; charset=utf-8   |
        | json | application/json;charset=UTF-8    |
        | sse  | text/event-stream; charset=utf-8  |
        | json | Application/JSON                  |
        | sse  | text/Event-Stream; charset=UTF-8  |

    Example: on the stream of a GET
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: GET}
            do: [{headers: {Content-Type: text/event-stream;charset=utf-8}}, {answer: {}}, {request: ping}]
          - when: {method: tools/call}
            do: [{delay: 2500ms}]
        """
      When the client runs
      Then every ping is answered within 2s

  @CLI-149 @SHOULD @http
  Rule: The names of headers are read without their case
    Spec: RFC 9110, 5.1: field names are case-insensitive
    Fix: look headers up by a name without case, or in small letters if your library has written them so

    Example: all names in small letters
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {lowercase: true}
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for
      And every later request carries the session id

    Example: event streams, and names in small letters
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        http: {answers: sse, lowercase: true}
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @CLI-54 @MUST
  Rule: The text of a result reaches the caller as it was sent
    Spec: 2025-11-25 server/tools, Text Content
    Fix: hand the text on as the string that it is: do not trim, escape, re-encode or cut it

    Scenario Outline: <what>
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do: [{result: {content: [{type: text, text: <text>}]}}, <how>]
        """
      When the client runs
      Then the text that a tool gave comes back

      Examples:
        | what                   | text                                    | how                                                                        |
        | beyond ASCII           | "naïve 日本語 🚀 e\\u0301 ﬁ"            | {delay: 0s}                                                                |
        | white space            | "  two\\n\\tlines \\r\\n  "             | {delay: 0s}                                                                |
        | separators of lines    | "one\\u2028two\\u0085three\\u2029"      | {delay: 0s}                                                                |
        | looks like something   | '"{}" &lt; %41 \\u0041 \\n'                | {delay: 0s}                                                                |
        | the end of a line      | "été\\n"                                | {delay: 0s}                                                                |
        | marks at the ends      | "\\ufeffone\\u200b"                    | {delay: 0s}                                                                |
        | a text of some length  | "This text is longer than what fits into one line of a terminal, or into the hundred characters, the two hundred, or the two hundred and fifty-five that somebody may have thought to be enough for whatever a tool has to say, and it goes on until there are three hundred." | {delay: 0s}             |
        | controls               | "a\\u0000b\\u0007c\\u001b[1md\\ufeffe"    | {delay: 0s}                                                                |
        | blank lines and blanks | "one\\n\\n\\n\\ntwo   three\\u00a0\\u200d" | {delay: 0s}                                                                |
        | after a notification   | "one"                                   | {notify: {method: notifications/message, params: {level: info, data: x}}}  |

    @stdio
    Scenario Outline: a text of <length> bytes over stdio
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do:
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"'
              - raw: {text: "all of it ", size: <length>}
              - raw: "\"}]}}\n"
              - never: {}
        """
      When the client runs
      Then a text of <length> bytes comes back

      Examples:
        | length |
        | 3000   |
        | 10000  |
        | 100000 |

    @http
    Scenario Outline: a text of <length> bytes over http
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do:
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"'
              - raw: {text: "all of it ", size: <length>}
              - raw: "\"}]}}\n"
              - end: eof
        """
      When the client runs
      Then a text of <length> bytes comes back

      Examples:
        | length |
        | 3000   |
        | 10000  |
        | 100000 |

    @MAY
    Example: an image before the text
      Fix: hand on all contents of a result, in their order

      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do: [{result: {content: [{type: image, data: AA==, mimeType: image/png}, {type: text, text: one}]}}]
        """
      When the client runs
      Then the text that a tool gave comes back

    @http
    Example: separators of lines in an event stream
      Fix: end lines of a stream at CR, LF and CRLF alone; U+2028 and its like are text

      Given the client is asked for "mcpsim-echo"
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {tool: mcpsim_give}
            do: [{result: {content: [{type: text, text: "one\u2028two\u0085three\u2029"}]}}, {as: sse}]
        """
      When the client runs
      Then the text that a tool gave comes back
