@omp @virtual
Feature: The lines of a stream of events are read as their standard says
  Servers, frameworks and proxies write event streams in all the ways that the standard
  allows, and in some that it does not. What it allows is read; the rest changes nothing.

  @OMP-TP-91
  Rule: Fields in any spelling of the standard make one event, and others are passed over

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {raw: {text: "<text>"}}, {end: eof}]
        """
      When the request "tools/list" is sent
      Then request 1 <outcome>

      Examples:
        | what                            | text                                                                                  | outcome                                               |
        | as usual                        | data: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n                         | succeeds                                              |
        | no blank line at the end        | data: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n                           | succeeds                                              |
        | no end of the line              | data: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}                             | fails with "No response received for request ID <id>: reading the stream: unexpected end of input" |
        | no space                        | data:{\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n                          | succeeds                                              |
        | two spaces                      | data:  {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n                        | succeeds                                              |
        | two lines of data               | data: {\"jsonrpc\":\"2.0\",\\ndata: \"id\":<id>,\"result\":{}}\\n\\n                 | succeeds                                              |
        | three lines of data             | data: {\"jsonrpc\":\"2.0\",\\ndata: \"id\":<id>,\\ndata:\"result\":{}}\\n\\n          | succeeds                                              |
        | data without a value            | data\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\ndata\\n\\n             | succeeds                                              |
        | a comment                       | : hi\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n:\\n\\n                | succeeds                                              |
        | an unknown field                | hello: data\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n            | succeeds                                              |
        | a field in capitals             | DATA: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n                         | fails with "No response received for request ID <id>" |
        | an event of the usual kind      | event: message\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n         | succeeds                                              |
        | a byte order mark at first      | \\ufeffdata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n                   | succeeds                                              |
        | a byte order mark later         | : hi\\n\\ufeffdata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n             | fails with "No response received for request ID <id>" |
        | the end after an unknown field  | data: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\nhello\\n                    | succeeds                                              |
        | lines that end with CR LF       | data: {\"jsonrpc\":\"2.0\",\\r\\ndata: \"id\":<id>,\"result\":{}}\\r\\n\\r\\n       | succeeds |
        | lines that end with CR          | data: {\"jsonrpc\":\"2.0\",\\rdata: \"id\":<id>,\"result\":{}}\\r\\r             | succeeds |
        | a blank line with LF, then CR   | data: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\\n\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\r\\r | succeeds |
        | what is no JSON, of the usual kind | event: message\\ndata: hello\\n\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n | fails with "parsing an event: invalid JSON at byte 0: value expected" |
        | what is no JSON, of another kind | event: greeting\\ndata: hello\\n\\ndata: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\\n\\n | succeeds |

  @OMP-TP-91
  Rule: A type that only looks like that of a stream is another one

    Scenario Outline: content type <type>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list}, do: [{as: sse}, {headers: {Content-Type: "<type>"}}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "parsing the body (HTTP 200, "<type>"): "

      Examples:
        | type                                |
        | text/event-streams                  |
        | text/event                          |
        | application/json; x=text/event-stream |
        | x-text/event-stream                 |

  @D-09
  Rule: A stream is resumed after the last id that was said, which may be taken back

    Scenario Outline: <what>
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{sse: {end: reset, events: [{raw: "<text>"}]}}]}
          - {when: {verb: GET}, do: [{status: 405}], mayNotHappen: true}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then server "docs" received "GET" at "<at>"
      And "GET" number 1 to server "docs" has the header "Last-Event-Id" set to "<id>"

      Examples:
        | what                        | text                                              | id  | at     |
        | an id with data             | id: 7\\ndata:\\n\\n                                | 7   | 1s     |
        | an id alone                 | id: 7\\n\\n                                         | 7   | 1s     |
        | the second of two           | id: 7\\ndata:\\n\\nid: 8\\ndata:\\n\\n              | 8   | 1s     |
        | without a space             | id:7 a\\n\\n                                        | 7 a | 1s     |
        | one that cannot be          | id: 7\\ndata:\\n\\nid: 8\\0\\ndata:\\n\\n            | 7   | 1s     |
        | a time to wait              | id: 7\\nretry: 50\\n\\n                              | 7   | 50ms   |
        | a time to wait alone        | retry: 50\\n\\nid: 7\\ndata:\\n\\n                   | 7   | 50ms   |
        | a time that is none         | id: 7\\nretry: 50ms\\n\\n                            | 7   | 1s     |

    Example: a stream that cannot be read is closed, and not resumed
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{sse: {events: [{raw: "id: 7\ndata: {\n\n"}, {delay: 1h}]}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1m passes
      Then request 1 fails with "parsing an event: invalid JSON at byte 1: member name expected"
      And server "docs" has 0 open "POST"
      And the link to "docs" has 0 open connections
      And server "docs" received "GET" 0 times

  @OMP-TP-91
  Rule: An event counts as it was sent, however late its lines come

    Scenario Outline: <what> between
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do:
              - as: sse
              - raw: "data: {\"jsonrpc\":\"2.0\",\"id\":<id>,\n"
              - delay: 1s
              - raw: {text: "<text>", size: 20000}
              - delay: 1s
              - raw: "\ndata: \"result\":{\"n\":1}}\n\n"
              - end: eof
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 2s pass
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

      Examples:
        | what       | text     |
        | a comment  | :        |
        | comments   | : more\n |
