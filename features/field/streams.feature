@omp @virtual
Feature: Streams that are refused, cut, doubled or written in another way
  A background stream is a convenience, an event a few lines of text. Both go wrong in many ways.

  @FF-45 @FF-46
  Rule: However the background stream is refused, the server is connected, called and not asked again

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
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"

      Examples:
        | what             | do                              |
        | 405              | status: 405                     |
        | 404              | status: 404                     |
        | 406              | status: 406                     |
        | 501              | status: 501                     |
        | 401              | status: {code: 401, body: no}   |
        | a reset          | drop                            |

  @FF-46
  Rule: A background stream that ends whenever it is opened is given up by a runtime that bounds crash loops

    Example: closed at once
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [answer, {stream: eof}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 6 times
      And server "docs" is disconnected
      And server "mail" is connected

  @FF-47
  Rule: A cut background stream ends the calls under way, once, and comments keep it from being cut

    Scenario Outline: a call is under way when it is cut for the third time, and the runtime is <profile>
      Given the runtime of "<profile>" with the server "mail"
      And server "docs" over http as "idle-stream-cut"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{delay: 20s}]}
        """
      And the runtime has started
      When the clock reaches 14m50s
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1m passes
      Then call 1 <outcome>
      And server "docs" received "tools/call" <times>
      And server "docs" never lost a tool

      Examples:
        | profile  | outcome                                   | times   |
        | omp      | returns "hi"                              | 2 times |
        | hardened | returns an error text with "may have run" | 1 time  |

    Example: comments every 15 s
      Given server "docs" over http with this script:
        """yaml
        http: {keepAlive: 15s}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "GET" 1 time
      And server "docs" received "initialize" 1 time
      And the host saw these notifications of server "docs": ""

  @FF-48
  Rule: A background stream that cannot be opened again for two minutes costs no call

    Example: 400, and then it can
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET, nth: 1}, do: [answer, {delay: 10s}, {stream: reset}]}
        - {when: {verb: GET, after: 1, until: 130s}, do: [{status: {code: 400, body: busy}}]}
        - {when: {method: tools/call}, do: [{delay: 10s}]}
        """
      And the runtime has started
      When 5s pass
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1h passes
      Then call 1 returns "hi"
      And server "docs" received "initialize" 2 times

  @FF-49 @FF-51 @FF-06
  Rule: The same event is the same however its lines end and its data are spread

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [<do>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 5s pass
      Then call 1 returns "hi"
      And the runtime dropped <dropped> of server "docs"

      Examples:
        | what                               | do                                                                              | dropped  |
        | line feeds                         | {sse: {eol: lf}}                                                                | 0 inputs |
        | carriage returns                   | {sse: {eol: cr}}                                                                | 0 inputs |
        | pairs                              | {sse: {eol: crlf}}                                                              | 0 inputs |
        | pairs, byte by byte                | {sse: {eol: crlf}}, {split: {every: 1, gap: 1ms}}                               | 0 inputs |
        | pairs, and line feeds              | {sse: {eol: crlf, events: [{raw: ": a\\n\\n: b\\r\\n\\r\\n"}, {answer: true}]}} | 0 inputs |
        | three lines of data                | {sse: {multiline: true}}                                                        | 0 inputs |
        | a byte order mark and no space     | {sse: {bom: true, noSpace: true}}                                               | 0 inputs |
        | comments and unknown fields inside | {sse: {events: [{raw: ": hi\\nretry: x\\nfoo: bar\\n"}, {answer: true}]}}       | 0 inputs |
        | an event of another name before    | {sse: {events: [{event: ping, data: "{}"}, {answer: true}]}}                    | 1 input  |
        | an id, a time and no data before   | {sse: {events: [{raw: "id: 1\\nretry: 3000\\ndata: \\n\\n"}, {answer: true}]}}  | 0 inputs |

  @FF-51
  Rule: An event that no blank line ends is no event

    Example: the answer is the last thing, and then the end
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{sse: {unterminated: true, events: [{raw: "data: {\"jsonrpc\":\"2.0\"}\n"}]}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns an error text with "No response received for request ID"
