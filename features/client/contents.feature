@target
Feature: A client reads what servers write
  Servers are newer than their clients, and say more than these can use.

  @CLI-76 @SHOULD
  Rule: Members that the client does not know are ignored
    Spec: 2025-11-25 schema: results, capabilities and definitions may have further members
    Fix: decode what you know, and skip the rest

    Scenario Outline: in the answer to <method>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: <method>}
            do: [{patch: <more>}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | method     | more                                                                                                        |
        | initialize | {_meta: {a/b: 1}, x-new: [1], instructions: Be careful., capabilities: {experimental: {x: {}}, x-new: {y: true}}, serverInfo: {x-new: 1}} |
        | tools/list | {_meta: {a/b: {c: null}}, x-new: {y: [{}]}}                                                                 |
        | tools/call | {_meta: {a/b: 1}, x-new: text}                                                                              |

  @CLI-113 @SHOULD
  Rule: Definitions of tools may say more than the client knows
    Spec: 2025-11-25 server/tools, Tool; schema of JSON, 2020-12
    Fix: keep schemas as they are, and skip members that you do not know

    Example: icons, annotations, titles and keywords of schemas
      Given the client copes with a correct server
      And this server:
        """yaml
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              title: Adding
              icons: [{src: "data:image/png;base64,AA==", mimeType: image/png, sizes: [any]}]
              annotations: {readOnlyHint: true, x-new: 1}
              x-new: {a: 1}
              _meta: {a/b: 1}
              inputSchema:
                $schema: "https://json-schema.org/draft/2020-12/schema"
                type: object
                properties: {a: {type: number}, b: {type: [number, "null"]}, c: {anyOf: [{const: 1}, {$ref: "#/$defs/c"}]}}
                $defs: {c: {type: string, format: x-new}}
                additionalProperties: true
        """
      When the client runs
      Then the client has done what it was asked for

    Example: a schema that says no more than it must
      Fix: take every schema that is an object: it need not name its properties

      Given the client copes with a correct server
      And this server:
        """yaml
        tools:
          - {name: add_numbers, inputSchema: {type: object}}
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-146 @MAY @http
  Rule: No reference of a schema is fetched over the network
    Spec: robustness; 2026-07-28 basic, $ref Resolution, has it as a MUST
    Fix: resolve references within the schema alone: the URL is one of a stranger

    Scenario Outline: in <where>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{set: {path: /tools/0/<where>, value: {type: object, properties: {a: {$ref: "<origin>/canary"}, b: {type: number}}}}}]
        """
      When the client runs for at most 15s
      Then the client never asks for the path "/canary"

      Examples:
        | where        |
        | inputSchema  |
        | outputSchema |

  @CLI-78 @SHOULD
  Rule: Every kind of content is a result
    Spec: 2025-11-25 server/tools, Tool Result
    Fix: decode text, image, audio, resource_link and resource, alone and together, and no content at all

    Scenario Outline: <what>
      Given the client copes with a correct server
      And the client speaks revision "2025-06-18" or later
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{result: {content: [<content>]}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | what       | content                                                                            |
        | nothing    |                                                                                    |
        | an image   | {type: image, data: AA==, mimeType: image/png}                                     |
        | audio      | {type: audio, data: AA==, mimeType: audio/wav}                                     |
        | a link     | {type: resource_link, uri: "file:///x", name: x}                                   |
        | a resource | {type: resource, resource: {uri: "file:///x", mimeType: text/plain, text: "x"}}    |
        | a blob     | {type: resource, resource: {uri: "file:///x", blob: AA==}}                         |

    Example: structured content
      Fix: read content as it is where structuredContent stands beside it

      Given the client copes with a correct server
      And the client speaks revision "2025-06-18" or later
      And this server:
        """yaml
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              outputSchema: {type: object, properties: {sum: {type: number}}, required: [sum]}
        rules:
          - when: {method: tools/call}
            do: [{result: {content: [{type: text, text: ""}], structuredContent: {sum: 8}, isError: false}}]
        """
      When the client runs
      Then the client has done what it was asked for

    Example: an error of a tool that promises structured content
      Fix: expect structuredContent of results that are no error alone

      Given the client copes with a correct server
      And the client speaks revision "2025-06-18" or later
      And the client takes an error of a tool for a result
      And this server:
        """yaml
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              outputSchema: {type: object, properties: {sum: {type: number}}, required: [sum]}
        rules:
          - when: {method: tools/call}
            do: [{result: {content: [{type: text, text: "no numbers"}], isError: true}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-77 @MAY
  Rule: A kind of content that is not known yet does not spoil the others
    Spec: robustness
    Fix: keep what you cannot decode as JSON, or skip it

    Example: a new kind beside text
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{result: {content: [{type: hologram, data: AA==}, {type: text, text: hi}]}}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-39 @MAY
  Rule: A tool that is listed twice is a tool
    Spec: robustness
    Fix: keep one of the two, and say so

    Example: two with the same name
      Given the client copes with a correct server
      And this server:
        """yaml
        tools:
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs
      Then the client has done what it was asked for
