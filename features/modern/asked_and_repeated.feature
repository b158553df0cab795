@omp @virtual
Feature: A request that is sent again says all that the first one said
  Proxies see each request for itself. What the first try repeated in headers the second
  repeats, too.

  @MOD-03 @MOD-CLI-23
  Rule: The parameters of a call are in the headers of each of its rounds

    Example: one question
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}
            rounds: [{inputs: {where: {method: roots/list}}}]
            answer: done
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"region": "north"}
        """
      Then call 1 returns this text:
        """
        done
        """
      And "tools/call" number 1 to server "docs" has the header "Mcp-Param-Region" set to "north"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Param-Region" set to "north"

  @MOD-CLI-88
  Rule: A code that means nothing leads from initialize to nothing else

    Scenario Outline: <code> over <kind>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: legacy
        rules:
          - {when: {method: server/discover}, do: [never]}
          - {when: {method: initialize}, do: [error: {code: <code>, message: no}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "MCP error <code>: no"
      And server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | code   | kind  |
        | -32000 | stdio |
        | -32019 | stdio |

    Scenario Outline: <code> to "<method>" is the end of it
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        rules: [{when: {method: <method>}, do: [error: {code: <code>, message: no}]}]
        """
      And the runtime has started
      When <act>
      And 1h passes
      Then server "docs" received "<method>" 1 time

      Examples:
        | code   | method      | act                                           |
        | -32010 | tools/call  | tool "mcp__docs_a" is called                  |
        | -32005 | tools/call  | tool "mcp__docs_a" is called                  |
        | -32010 | prompts/get | prompt "review" of server "docs" is filled in |

  @MOD-CLI-56
  Rule: Whatever is asked, it says who asks

    Scenario Outline: "<method>" over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        prompts: [review]
        """
      And the runtime has started
      When <act>
      Then "<method>" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "<method>", "params": {<params>
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
                    "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}}
        """

      Examples:
        | method         | kind  | act                                           | params            |
        | prompts/get    | stdio | prompt "review" of server "docs" is filled in | "name": "review", |
        | prompts/get    | http  | prompt "review" of server "docs" is filled in | "name": "review", |
        | resources/read | stdio | resource "doc:a" of server "docs" is read     | "uri": "doc:a",   |
        | prompts/list   | http  | 1s passes                                     |                   |
