@virtual
Feature: What a server says about what it offers is read whole
  A client shows titles, asks for required arguments and picks by media type, and
  what it does not know may matter to somebody behind it. So every member that the
  protocol defines is read, and the definition is kept as it came.

  @X-LIST-01
  Rule: Every member of a definition is read, and the definition is kept as it came

    Scenario Outline: a <kind>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        resources: ["doc:a"]
        templates: ["doc:{id}"]
        prompts: [review]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{result: {<list>: [<definition>]}}]}
        """
      When the runtime starts
      Then the runtime has this <kind> of server "docs":
        """json
        <definition>
        """

      Examples:
        | kind              | method                   | list              | definition                                                                                                                                                                             |
        | resource          | resources/list           | resources         | {"uri": "doc:a", "name": "a", "title": "A", "description": "First", "mimeType": "text/plain", "size": 3, "annotations": {"priority": 1}, "_meta": {"example.org/n": 1}}                 |
        | resource template | resources/templates/list | resourceTemplates | {"uriTemplate": "doc:{id}", "name": "any", "title": "Any", "description": "All", "mimeType": "text/plain", "annotations": {"audience": ["user"]}, "_meta": {"example.org/n": 1}}         |
        | prompt            | prompts/list             | prompts           | {"name": "review", "title": "Review", "description": "Looks", "arguments": [{"name": "path", "title": "Path", "description": "Of what", "required": true}], "_meta": {"example.org/n": 1}} |

    Example: what no revision defines is kept, too
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        prompts: [review]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: prompts/list}, do: [{result: {prompts: [{name: review, icons: [{src: "https://example.org/a.png"}]}]}}]}
        """
      When the runtime starts
      Then the runtime keeps this prompt of server "docs":
        """json
        {"name": "review", "icons": [{"src": "https://example.org/a.png"}]}
        """

  @X-LIST-01
  Rule: Results and what a server says of itself are read whole too, and a value of another type is told with its place

    Example: every member that says what a block of content is
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - when: {method: prompts/get}
            do:
              - result:
                  description: Looks at it
                  messages:
                    - {role: assistant, content: {type: resource_link, uri: "doc:a", name: a, title: A, description: First, mimeType: text/plain, annotations: {priority: 1}, _meta: {n: 1}}}
                    - {role: user, content: {type: image, data: "aGk=", mimeType: image/png}}
                  _meta: {n: 2}
          - when: {method: resources/read}
            do:
              - result:
                  contents:
                    - {uri: "doc:a", mimeType: text/plain, text: Hi, _meta: {n: 1}}
                    - {uri: "doc:b", mimeType: image/png, blob: "aGk="}
                  _meta: {n: 2}
          - when: {method: tools/call}
            do:
              - result:
                  content:
                    - {type: text, text: Hi, annotations: {priority: 1}, _meta: {n: 1}}
                    - {type: resource, resource: {uri: "doc:a", text: Hi, mimeType: text/plain, _meta: {n: 1}}}
        """
      And the runtime has started
      When prompt "review" of server "docs" is filled in
      And resource "doc:a" of server "docs" is read
      And tool "mcp__docs_search" is called
      Then call 1 returns this result:
        """json
        {"description": "Looks at it", "messages": [
          {"role": "assistant", "content": {"type": "resource_link", "uri": "doc:a", "name": "a", "title": "A", "description": "First", "mimeType": "text/plain", "annotations": {"priority": 1}, "_meta": {"n": 1}}},
          {"role": "user", "content": {"type": "image", "data": "aGk=", "mimeType": "image/png"}}], "_meta": {"n": 2}}
        """
      And call 2 returns this result:
        """json
        {"contents": [{"uri": "doc:a", "mimeType": "text/plain", "text": "Hi", "_meta": {"n": 1}}, {"uri": "doc:b", "mimeType": "image/png", "blob": "aGk="}], "_meta": {"n": 2}}
        """
      And call 3 returns this result:
        """json
        [{"type": "text", "text": "Hi", "annotations": {"priority": 1}, "_meta": {"n": 1}},
         {"type": "resource", "resource": {"uri": "doc:a", "mimeType": "text/plain", "text": "Hi", "_meta": {"n": 1}}}]
        """

    Scenario Outline: what a server says of itself, written <how>
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [result: <said>]}
        """
      When a bare connection to server "docs" is opened
      Then server "docs" has introduced itself to the bare connection as:
        """json
        <read>
        """

      Examples:
        | how                          | said                                                                                                                                                                                                                                                                                                                                                  | read                                                                                                                                                                                                                                                                                                                                                                                |
        | with all that it may say     | {protocolVersion: "2025-06-18", capabilities: {tools: {listChanged: true}, resources: {listChanged: true, subscribe: true}, prompts: {listChanged: true}, logging: {a: 1}, completions: {b: 2}, experimental: {c: 3}}, serverInfo: {name: docs, title: Docs, version: "7"}, instructions: Read, _meta: {n: 1}} | {"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": true}, "resources": {"listChanged": true, "subscribe": true}, "prompts": {"listChanged": true}, "logging": {"a": 1}, "completions": {"b": 2}, "experimental": {"c": 3}}, "serverInfo": {"name": "docs", "title": "Docs", "version": "7"}, "instructions": "Read", "_meta": {"n": 1}} |
        | in letters of the other case | {PROTOCOLVERSION: "2025-06-18", Capabilities: {TOOLS: {listchanged: true}}, serverinfo: {NAME: docs, Version: "7"}}                                                                                                                                                                                                                                   | {"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": true}}, "serverInfo": {"name": "docs", "version": "7"}}                                                                                                                                                                                                                                                 |
        | with null for most           | {protocolVersion: "2025-06-18", capabilities: {tools: {listChanged: null}, resources: null, prompts: null}, serverInfo: {name: docs, version: "7", title: null}, instructions: null}                                                                                                                                                                  | {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "docs", "version": "7"}}                                                                                                                                                                                                                                                                    |

    Scenario Outline: <what> as <member>: the definition is left out, and the log says why
      Given the program has a logger for debug and above
      And server "docs" over stdio with this script:
        """yaml
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [result: {<list>: [<good>, <bad>]}]}
        """
      When the runtime starts
      Then the program's logger has:
        """
        time=0s level=WARN msg="listing with <method>: definition 1: reading a <kind>: <why>" server=docs
        """

      Examples:
        | what               | member   | method         | list      | kind     | good                                                                            | bad                                                          | why                                                            |
        | a text             | required | prompts/list   | prompts   | prompt   | {name: a, arguments: null, description: null}                                   | {name: b, arguments: [{name: x, required: "yes"}]}           | \"required\" is a string at byte 48, not a boolean           |
        | an object          | arguments | prompts/list  | prompts   | prompt   | {name: a, arguments: [{name: x, required: null}]}                               | {arguments: {x: 1}, name: b}                                 | \"arguments\" is an object at byte 13, not an array          |
        | a text             | size     | resources/list | resources | resource | {uri: "doc:a", size: null}                                                      | {size: "3", uri: "doc:b"}                                    | \"size\" is a string at byte 8, not a whole number           |
        | a fraction         | size     | resources/list | resources | resource | {uri: "doc:a", size: -3}                                                        | {size: 1.5, uri: "doc:b"}                                    | \"size\" is a number at byte 8, not a whole number of 64 bits |
        | a boolean          | title    | resources/list | resources | resource | {uri: "doc:a", title: null}                                                     | {title: true, uri: "doc:b"}                                  | \"title\" is a boolean at byte 9, not a string               |
