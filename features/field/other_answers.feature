@omp @virtual
Feature: What fails in the field, on other streams
  A line end of two characters, an event without data or a GET without an answer is met
  on the streams of calls and on those in the background.

  @FF-45
  Rule: A background stream that is never answered holds up a start for a second

    Example: then the tools are there
      Given server "docs" over http as "get-hangs"
      When the runtime starts
      And 2s pass
      Then startup returned at 1s
      And the runtime has the tools "mcp__docs_echo"

  @FF-45 @FF-46
  Rule: A GET that is answered with nothing is no background stream

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [<do>]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "GET" 1 time
      And server "docs" received "initialize" 1 time
      And server "docs" is connected
      And the log has 0 records of "docs" with ""

      Examples:
        | what               | do                                                                     |
        | 204                | status: 204                                                            |
        | 503                | status: {code: 503, body: busy}                                        |
        | 202                | status: 202                                                            |
        | 200 and no type    | status: 200                                                            |

  @FF-49
  Rule: Data of several lines are one event, however the lines end

    Scenario Outline: <eol>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{sse: {eol: <eol>, multiline: true}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"

      Examples:
        | eol  |
        | cr   |
        | crlf |

  @FF-52
  Rule: An event without data is no message on any stream, whatever else it has

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {<when>, nth: 1}, do: [<do>]}
        """
      And the runtime has started
      When 10s pass
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And server "docs" received "initialize" 1 time
      And the log has 0 records of "docs" with ""

      Examples:
        | what                             | when               | do                                                                                          |
        | a name, in the stream of a call  | method: tools/call | {sse: {events: [{raw: "event: message\\nid: 1\\ndata\\n\\n"}, {answer: true}]}}              |
        | an id, on the background stream  | verb: GET          | {as: sse}, {raw: "id: 1\\ndata:\\n\\n"}, {delay: 1h}                                        |
        | a name, on the background stream | verb: GET          | {as: sse}, {raw: "event: endpoint\\ndata:\\n\\n"}, {raw: "retry: 5\\n\\n"}, {delay: 1h}     |

    Example: on the one stream of an old server
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: tools/call}, do: [{raw: "id: 1\ndata:\n\n"}]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And server "docs" received "initialize" 1 time
      And the log has 0 records of "docs" with ""
