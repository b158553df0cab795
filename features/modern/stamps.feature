@omp @virtual
Feature: Each request says for itself what the next server has to know
  There is no session to look it up in: who asks, in which revision and with which
  capabilities is in every request, those about subscriptions and tasks included.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1h"

  @MOD-02 @MOD-CLI-22 @MOD-CLI-56 @MOD-CLI-60
  Rule: A subscription says its revision, its capabilities and who asks, in body and headers

    Example: over HTTP
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      When the runtime starts
      And 1m passes
      Then "subscriptions/listen" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "subscriptions/listen",
          "params": {
            "notifications": {"toolsListChanged": true},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """
      And "subscriptions/listen" number 1 to server "docs" has the header "Mcp-Method" set to "subscriptions/listen"
      And "subscriptions/listen" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2026-07-28"
      And "subscriptions/listen" number 1 to server "docs" has no header "Mcp-Name"

  @MOD-02 @MOD-CLI-22 @MOD-CLI-56 @MOD-CLI-60 @MOD-TASK-25
  Rule: What is asked about a task says its revision, its capabilities and who asks, and names the task in a header

    Scenario Outline: <method>
      Given the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"name": "Ada"}}
        """
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [build]
        rules:
          - {when: {method: tools/call}, do: [result: {resultType: task, taskId: "t-ä", status: working, pollIntervalMs: 1000}]}
          - {when: {method: tasks/get}, do: [result: {resultType: complete, taskId: "t-ä", status: input_required, inputRequests: {<question>}}]}
          - {when: {method: tasks/update}, mayNotHappen: true, do: [result: {resultType: complete}]}
          - {when: {method: tasks/cancel}, mayNotHappen: true, do: [result: {resultType: complete}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 10s pass
      And the caller gives up call 1
      And 1s passes
      Then "<method>" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "<method>",
          "params": {
            "taskId": "t-ä"<more>,
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}, "elicitation": {"form": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """
      And "<method>" number 1 to server "docs" has the header "Mcp-Name" set to "=?base64?dC3DpA==?="
      And "<method>" number 1 to server "docs" has the header "Mcp-Method" set to "<method>"
      And "<method>" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2026-07-28"

      Examples:
        | method       | question                          | more                                                                     |
        | tasks/get    | where: {method: roots/list}       | |
        | tasks/update | who: {method: elicitation/create, params: {message: Who?}} | , "inputResponses": {"who": {"action": "accept", "content": {"name": "Ada"}}} |
        | tasks/cancel | where: {method: roots/list}       | |

  @MOD-CLI-22 @MOD-CLI-39 @MOD-CLI-56
  Rule: The first thing that a server hears is server/discover in the preferred revision, with capabilities and who asks

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        capabilities: {tools: {}}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received in order:
        """
        server/discover
        tools/list
        """
      And "server/discover" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "server/discover",
          "params": {
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-CLI-08
  Rule: Every request is answered by JSON or by events, as the server likes

    Scenario Outline: <answers>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        prompts: [{name: review, text: whole}]
        resources: [{uri: "doc:a", text: whole}]
        http: {answers: <answers>}
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And prompt "review" of server "docs" is filled in
      And tool "mcp__docs_search" is called
      Then the runtime has the resources "doc:a" of server "docs"
      And the runtime has the prompts "review" of server "docs"
      And call 1 returns "whole"
      And call 2 returns "whole"
      And call 3 returns "ok"

      Examples:
        | answers |
        | sse     |
        | json    |
