@target @modern
Feature: A client without a handshake uses all that it is told, and no less
  Lists have pages, results have members and contents that are new, and beside the answer
  of a request other messages come.

  @M-CLI-146 @SHOULD
  Rule: All pages of a list are asked for
    Spec: 2026-07-28 server/utilities/pagination, Implementation Guidelines
    Fix: ask again with nextCursor as long as an answer has one, whatever the page holds

    Example: the tool is on the third page
      Given this server:
        """yaml
        era: modern
        pageSize: 1
        tools:
          - first
          - second
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs for at most 15s
      Then every page of the list is asked for
      And the client calls a tool

    Scenario Outline: <what>
      Given the client follows cursors
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [<do>]
        """
      When the client runs for at most 15s
      Then every page of the list is asked for

      Examples:
        | what                                       | do                                                              |
        | the first page is empty                    | {cursor: page-2}, {set: {path: /tools, value: []}}              |
        | a cursor that some languages take for none | {cursor: "0"}                                                   |

  @M-CLI-147 @MUST
  Rule: Messages before an answer do not stand for it
    Spec: 2026-07-28 basic/patterns: a server may send notifications before the answer, which has the id of its request
    Fix: read on until the message with the id of the request comes

    Example: progress of the call
      Given the client is asked for "mcpsim-echo"
      And the client understands event streams
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: done}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: taken}
        rules:
          - when: {tool: mcpsim_give}
            do: [{progress: {count: 3, every: 100ms}}]
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

    @MAY
    Scenario Outline: <what> before the answer to <method>
      Fix: ignore notifications of unknown methods, and progress whose token you have not given
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: <method>}
            do: [{notify: <message>}, {delay: 200ms}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | what                       | method     | message                                                                         |
        | a log message              | tools/list | {method: notifications/message, params: {level: emergency, data: {code: [1]}}}  |
        | progress of something else | tools/call | {method: notifications/progress, params: {progressToken: unknown, progress: 1}} |
        | a notification that is new | tools/call | {method: notifications/mcpsim/unknown, params: {x: 1}}                          |

    @stdio
    Example: the answer to something else
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: right}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: taken}
        rules:
          - when: {tool: mcpsim_give}
            do:
              - raw: '{"jsonrpc":"2.0","id":"no-such-id","result":{"resultType":"complete","content":[{"type":"text","text":"of another request"}]}}'
              - raw: "\n"
              - delay: 200ms
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

  @M-CLI-148 @SHOULD
  Rule: Every kind of content is a result, and members that the client does not know are ignored
    Spec: 2026-07-28 server/tools, Tool Result; basic, General fields
    Fix: decode what you know, alone and together, and skip the rest

    Scenario Outline: a call with <what>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{set: {path: /content, value: [<content>]}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | what               | content                                                                         |
        | nothing            |                                                                                 |
        | an image           | {type: image, data: AA==, mimeType: image/png}                                  |
        | audio              | {type: audio, data: AA==, mimeType: audio/wav}                                  |
        | a link             | {type: resource_link, uri: "file:///x", name: x}                                |
        | a resource         | {type: resource, resource: {uri: "file:///x", mimeType: text/plain, text: "x"}} |
        | a blob             | {type: resource, resource: {uri: "file:///x", blob: AA==}}                      |

    Scenario Outline: more in the answer to <method>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: <method>}
            do: [{patch: <more>}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | method          | more                                                                                          |
        | server/discover | {x-new: [1], instructions: Be careful., capabilities: {experimental: {x: {}}, x-new: {y: true}}} |
        | tools/list      | {x-new: {y: [{}]}}                                                                            |
        | tools/call      | {x-new: text}                                                                                 |

    Scenario Outline: structured content that is <what>
      Fix: take structuredContent as any JSON value: it need not be an object
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              outputSchema: {type: <type>}
        rules:
          - when: {method: tools/call}
            do: [{set: {path: /structuredContent, value: <value>}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | what      | type   | value    |
        | an object | object | {sum: 8} |
        | an array  | array  | [8]      |
        | a number  | number | 8        |

  @M-CLI-149 @MAY
  Rule: An error is not reported as success
    Spec: JSON-RPC 2.0, 5: either result or error
    Fix: look for the member error of an answer, and fail the request

    Example: the call is answered with an error
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32603, message: broken}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And the client fails by itself

  @M-CLI-150 @SHOULD @stdio
  Rule: What a server writes to standard error is no error
    Spec: 2026-07-28 basic/transports/stdio: stderr may have any logging, and clients SHOULD NOT assume that it indicates errors
    Fix: read standard error from the start to the end, and take nothing on it for an error

    Scenario Outline: <when>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {<moment>}
            do: [{stderr: {text: "ERROR: warning: loading\n", size: <size>}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | when                        | moment             | size   |
        | before the first message    | phase: spawn       | 256KiB |
        | more than a pipe, in a call | method: tools/call | 1MiB   |

  @M-CLI-151 @SHOULD
  Rule: Arguments are those that the tool asks for
    Spec: 2026-07-28 server/tools, Calling Tools
    Fix: send arguments as an object with all required members, each of its type

    Example: a correct server
      Given a correct server
      When the client runs
      Then the arguments of every call fit the schema of the tool
