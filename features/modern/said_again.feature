@omp @virtual
Feature: What is sent in other circumstances says as much as the first request
  A redirect, another token, a question in between or a further page is no reason to say
  less: a server or proxy sees each message for itself.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-CLI-60 @MOD-02 @MOD-03
  Rule: Revision, method, name and arguments are in the headers of a message that is sent again, too

    Example: redirected
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}
        rules: [{when: {method: tools/call, nth: 1}, do: [{status: {code: 307, headers: {Location: /mcp}}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"region": "north"}
        """
      Then call 1 returns "ok"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Protocol-Version" set to "2026-07-28"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Method" set to "tools/call"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Name" set to "route"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Param-Region" set to "north"

    Example: with another token
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        era: modern
        protected: {by: [login]}
        tools:
          - name: route
            inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}
        rules: [{when: {method: tools/call, nth: 1}, do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"region": "north"}
        """
      And 1m passes
      Then call 1 returns "ok"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Protocol-Version" set to "2026-07-28"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Name" set to "route"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Param-Region" set to "north"

    Example: with an argument in a header
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"region": "north"}
        """
      Then "tools/call" number 1 to server "docs" has the header "Mcp-Param-Region" set to "north"
      And "tools/call" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2026-07-28"

  @MOD-CLI-56
  Rule: Further pages and further rounds say who asks, too

    Scenario Outline: a page over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        pageSize: 1
        tools: [a, b]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b"
      And "tools/list" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/list", "params": {"cursor": "dG9vbHM6MQ",
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
                    "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: an answer to a question over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: route, rounds: [{inputs: {where: {method: roots/list}}}], answer: done}]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called
      Then "tools/call" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/call", "params": {"name": "route", "arguments": {},
          "inputResponses": {"where": {"roots": [{"uri": "file:///project", "name": "project"}]}},
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
                    "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-CLI-62
  Rule: A name that stands between marks is encoded, too, also if it is no base64

    Example: two words
      Given server "docs" over http with this script:
        """yaml
        era: modern
        prompts: ["=?base64?no base64?="]
        """
      And the runtime has started
      When prompt "=?base64?no base64?=" of server "docs" is filled in
      Then "prompts/get" number 1 to server "docs" has the header "Mcp-Name" set to "=?base64?PT9iYXNlNjQ/bm8gYmFzZTY0Pz0=?="

  @FF-37
  Rule: A tool that cannot be read is left out with a warning in each era, and costs no other

    Scenario Outline: a modern server over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a, {name: b, raw: {name: 7}}, c]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_a, mcp__docs_c"
      And the log has 1 warning of "docs" with "some tools cannot be used"

      Examples:
        | kind  |
        | stdio |
        | http  |
