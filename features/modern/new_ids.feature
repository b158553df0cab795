@omp @virtual
Feature: What is asked again has a new id, and codes without a meaning have none for anybody
  An id that comes twice lets a server answer the second request with what it had for the
  first. A code that one implementation happens to use says nothing about another one.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-CLI-30
  Rule: Whatever was asked over a stream that broke is asked again with a new id, if at all

    Scenario Outline: <method>, and the stream is <end>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: <method>, first: 2}, do: [{sse: {end: <end>, events: [{id: e1, data: ''}]}}]}]
        """
      And the runtime has started
      When <act>
      And 1h passes
      Then server "docs" saw the request id only once each
      And server "docs" received "GET" 0 times

      Examples:
        | method         | end   | act                                           |
        | prompts/get    | eof   | prompt "review" of server "docs" is filled in |
        | prompts/get    | reset | prompt "review" of server "docs" is filled in |
        | resources/read | eof   | resource "doc:a" of server "docs" is read     |
        | resources/read | reset | resource "doc:a" of server "docs" is read     |
        | tools/call     | eof   | tool "mcp__docs_a" is called                  |

    Example: a subscription that ends again and again
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: subscriptions/listen, first: 3}, do: [{sse: {end: eof, events: [{data: ''}]}}]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" 4 times
      And server "docs" saw the request id only once each

  @MOD-CLI-65
  Rule: A path is made of the names of properties as they are written

    Scenario Outline: <arguments>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {a.b: {type: object, properties: {c.d: {type: string, x-mcp-header: Deep}}}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        <arguments>
        """
      Then "tools/call" number 1 to server "docs" <header>

      Examples:
        | arguments                               | header                                     |
        | {"a.b": {"c.d": "x"}}                   | has the header "Mcp-Param-Deep" set to "x" |
        | {"a": {"b": {"c": {"d": "x"}}}}         | has no header "Mcp-Param-Deep"             |
        | {"A.B": {"c.d": "x"}}                   | has no header "Mcp-Param-Deep"             |
        | {"a.b": {"C.D": "x"}}                   | has no header "Mcp-Param-Deep"             |

  @MOD-CLI-22
  Rule: Each page of a list is asked for with all that a request says of itself

    Scenario Outline: <method>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        pageSize: 1
        tools: [a, b]
        resources: ["doc:a", "doc:b"]
        prompts: [one, two]
        """
      When the runtime starts
      And 1m passes
      Then "<method>" number 2 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "<method>",
          "params": {
            "cursor": "<cursor>",
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | method         | kind  | cursor         |
        | tools/list     | http  | dG9vbHM6MQ     |
        | tools/list     | stdio | dG9vbHM6MQ     |
        | resources/list | http  | cmVzb3VyY2VzOjE |
        | prompts/list   | stdio | cHJvbXB0czox   |

  @MOD-08
  Rule: A definition that asks for the modern protocol is not talked to in the old one

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: legacy
        """
      And server "docs" is defined with era "modern"
      When the runtime starts
      And 1h passes
      Then server "docs" is disconnected
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
