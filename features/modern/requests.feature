@omp @virtual
Feature: Every request to a modern server says all that it needs
  A modern server remembers nothing: which revision is spoken, who asks and what the
  client can do stands in each request, and over HTTP the parts that proxies go by are
  repeated in headers.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-02 @MOD-CLI-22 @MOD-CLI-23 @MOD-CLI-56 @MOD-CLI-61
  Rule: Each request names the revision, the client and its capabilities, and nothing is left of sessions

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [search]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then "tools/call" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
          "params": {
            "name": "search", "arguments": {},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """
      And the servers received "initialize, notifications/initialized, GET, DELETE" in this order:
        """
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: <method> over HTTP has its headers
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        resources: ["doc:ä", "doc:a%20b"]
        prompts: [review]
        """
      And the runtime has started
      When <act>
      Then "<method>" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2026-07-28"
      And "<method>" number 1 to server "docs" has the header "Mcp-Method" set to "<method>"
      And "<method>" number 1 to server "docs" <name>
      And "<method>" number 1 to server "docs" has no header "Mcp-Session-Id"

      Examples:
        | act                                       | method          | name                                                        |
        | tool "mcp__docs_search" is called         | tools/call      | has the header "Mcp-Name" set to "search"                   |
        | resource "doc:a%20b" of server "docs" is read | resources/read | has the header "Mcp-Name" set to "doc:a%20b"            |
        | resource "doc:ä" of server "docs" is read | resources/read  | has the header "Mcp-Name" set to "=?base64?ZG9jOsOk?="      |
        | prompt "review" of server "docs" is filled in | prompts/get | has the header "Mcp-Name" set to "review"                   |
        | 1s passes                                 | tools/list      | has no header "Mcp-Name"                                    |
        | 1s passes                                 | server/discover | has no header "Mcp-Name"                                    |

  @MOD-03 @MOD-CLI-23 @MOD-CLI-24 @MOD-CLI-62 @MOD-CLI-63 @MOD-CLI-64 @MOD-CLI-65 @MOD-CLI-66
  Rule: Parameters that a tool wants in headers are there, and a tool that asks for it wrongly is left out

    Scenario Outline: <value>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {region: {type: <type>, x-mcp-header: Region}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"region": <value>}
        """
      Then "tools/call" number 1 to server "docs" <header>
      And call 1 succeeds

      Examples:
        | type    | value       | header                                                                    |
        | string  | "US west 1" | has the header "Mcp-Param-Region" set to "US west 1"                      |
        | string  | ""          | has the header "Mcp-Param-Region" set to ""                               |
        | string  | " padded "  | has the header "Mcp-Param-Region" set to "=?base64?IHBhZGRlZCA=?="        |
        | string  | "\u00e4"     | has the header "Mcp-Param-Region" set to "=?base64?w6Q=?="                |
        | string  | "a\u007f"    | has the header "Mcp-Param-Region" set to "=?base64?YX8=?="                |
        | string  | "a\\nb"     | has the header "Mcp-Param-Region" set to "=?base64?YQpi?="                |
        | string  | "\\u0001a"  | has the header "Mcp-Param-Region" set to "=?base64?AWE=?="                |
        | string  | "=?base64?literal?=" | has the header "Mcp-Param-Region" set to "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=" |
        | string  | "=?base64??=" | has the header "Mcp-Param-Region" set to "=?base64?PT9iYXNlNjQ/Pz0=?="  |
        | integer | 0           | has the header "Mcp-Param-Region" set to "0"                              |
        | integer | 42          | has the header "Mcp-Param-Region" set to "42"                             |
        | integer | 9007199254740991 | has the header "Mcp-Param-Region" set to "9007199254740991"          |
        | integer | -9007199254740991 | has the header "Mcp-Param-Region" set to "-9007199254740991"        |
        | integer | 4.2e1       | has the header "Mcp-Param-Region" set to "42"                             |
        | boolean | false       | has the header "Mcp-Param-Region" set to "false"                          |
        | string  | null        | has no header "Mcp-Param-Region"                                          |

    Scenario Outline: <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: good}, {name: bad, inputSchema: <schema>}, {name: more}]
        """
      When the runtime starts
      Then the runtime has the tools "<tools>"
      And the log has <log>

      Examples:
        | kind | what | schema | tools | log |
        | http | a name with a space | {type: object, properties: {a: {type: string, x-mcp-header: "a b"}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "a b" of "a" is no name for a header" |
        | http | an empty name | {type: object, properties: {a: {type: string, x-mcp-header: ""}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "" of "a" is no name for a header" |
        | http | a name that is no text | {type: object, properties: {a: {type: string, x-mcp-header: 7}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header of "a" is no string" |
        | http | a number | {type: object, properties: {a: {type: number, x-mcp-header: A}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "A" is for a parameter of type number, not string, integer or boolean" |
        | http | many that cannot be | {type: object, properties: {f: {type: number, x-mcp-header: F}, e: {type: number, x-mcp-header: E}, d: {type: number, x-mcp-header: D}, c: {type: number, x-mcp-header: C}, b: {type: number, x-mcp-header: B}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "B" is for a parameter of type number, not string, integer or boolean" |
        | http | two of one name | {type: object, properties: {a: {type: string, x-mcp-header: A}, b: {type: string, x-mcp-header: a}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": two parameters have the x-mcp-header "A"" |
        | http | in the items of an array | {type: object, properties: {a: {type: array, items: {type: string, x-mcp-header: A}}}} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "A" does not belong to a parameter that properties alone lead to" |
        | http | in an alternative | {type: object, anyOf: [{properties: {a: {type: string, x-mcp-header: A}}}]} | mcp__docs_good, mcp__docs_more | 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "A" does not belong to a parameter that properties alone lead to" |
        | http | in an object, which is fine | {type: object, properties: {a: {type: object, properties: {b: {type: string, x-mcp-header: A}}}}} | mcp__docs_bad, mcp__docs_good, mcp__docs_more | 0 warnings with "" |
        | stdio | over a pipe, which has none | {type: object, properties: {a: {type: string, x-mcp-header: "a b"}}} | mcp__docs_bad, mcp__docs_good, mcp__docs_more | 0 warnings with "" |

    Scenario Outline: an argument that no header can say, <value>, is not sent
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {to: {type: object, properties: {a: {type: integer, x-mcp-header: A}}}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"to": {"a": <value>}}
        """
      Then call 1 returns the error text "MCP error: calling route: parameter "to.a": <why>"
      And server "docs" received "tools/call" 0 times

      Examples:
        | kind | value            | why                                                    |
        | http | 1.5              | 1.5 is no integer within ±9007199254740991             |
        | http | 9007199254740992 | 9007199254740992 is no integer within ±9007199254740991 |
        | http | 1e10000          | the number is too long                                 |
        | http | [1]              | the value is no string, integer or boolean             |
