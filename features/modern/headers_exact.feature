@omp @virtual
Feature: What a header repeats is what the body says, character by character and path by path
  A router that compares both must find no difference.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-TASK-25
  Rule: The id of a task stands in the header as it came, whatever it looks like and whatever is asked

    Scenario Outline: the id "<id>", <method>
      Given the switch "protocol.tasks" is "1h"
      And the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"name": "Ada"}}
        """
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [build]
        rules:
          - {when: {method: tools/call}, do: [result: {resultType: task, taskId: "<id>", status: working, pollIntervalMs: 1000}]}
          - {when: {method: tasks/get}, do: [result: {resultType: complete, taskId: "<id>", status: input_required, inputRequests: {who: {method: elicitation/create, params: {message: Who?}}}}]}
          - {when: {method: tasks/update}, do: [result: {resultType: complete}]}
          - {when: {method: tasks/cancel}, do: [result: {resultType: complete}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 3s pass
      And the caller gives up call 1
      And 1s passes
      Then "<method>" number <n> to server "docs" has the header "Mcp-Name" set to "<header>"

      Examples:
        | id     | method       | n | header                   |
        | T-1a   | tasks/get    | 1 | T-1a                     |
        | T-1a   | tasks/get    | 2 | T-1a                     |
        | T-1a   | tasks/update | 1 | T-1a                     |
        | T-1a   | tasks/cancel | 1 | T-1a                     |
        | a b    | tasks/get    | 2 | a b                      |
        | a b    | tasks/update | 1 | a b                      |
        |  a     | tasks/get    | 1 | a                        |
        | \ta\t  | tasks/get    | 1 | =?base64?CWEJ?=          |
        | \ta\t  | tasks/cancel | 1 | =?base64?CWEJ?=          |

  @MOD-CLI-65
  Rule: A parameter is reached by properties alone, also of objects that do not say that they are objects

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: find, inputSchema: {type: object, properties: <properties>}}]
        """
      And the runtime has started
      When tool "mcp__docs_find" is called with:
        """json
        <arguments>
        """
      Then call 1 succeeds
      And "tools/call" number 1 to server "docs" <header>

      Examples:
        | what                            | properties                                                                                                     | arguments                                    | header                                        |
        | an object without a type        | {where: {properties: {region: {type: string, x-mcp-header: Region}}}}                                          | {"where": {"region": "eu"}}                  | has the header "Mcp-Param-Region" set to "eu" |
        | two of them                     | {where: {properties: {place: {properties: {region: {type: string, x-mcp-header: Region}}}}}}                   | {"where": {"place": {"region": "eu"}}}       | has the header "Mcp-Param-Region" set to "eu" |
        | a neighbour of the same name    | {region: {type: string}, where: {properties: {region: {type: string, x-mcp-header: Region}}}}                  | {"region": "us", "where": {"region": "eu"}}  | has the header "Mcp-Param-Region" set to "eu" |
        | only a neighbour                | {region: {type: string}, where: {properties: {region: {type: string, x-mcp-header: Region}}}}                  | {"region": "us", "where": {}}                | has no header "Mcp-Param-Region"              |
        | a number                        | {where: {type: object, properties: {page: {type: integer, x-mcp-header: Page}}}}                               | {"where": {"page": 7}}                       | has the header "Mcp-Param-Page" set to "7"    |
        | no object where one is expected | {where: {properties: {region: {type: string, x-mcp-header: Region}}}}                                          | {"where": "eu"}                              | has no header "Mcp-Param-Region"              |

  @MOD-CLI-08
  Rule: Every request accepts JSON and events, and takes either

    Scenario Outline: <method> as <form>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [as: <form>]}]
        """
      And the runtime has started
      When <act>
      And 1s passes
      Then call 1 succeeds
      And "<method>" number 1 to server "docs" has the header "Accept" set to "application/json, text/event-stream"

      Examples:
        | method          | form | act                                           |
        | server/discover | sse  | tool "mcp__docs_a" is called                  |
        | server/discover | json | tool "mcp__docs_a" is called                  |
        | tools/list      | sse  | tool "mcp__docs_a" is called                  |
        | prompts/list    | sse  | tool "mcp__docs_a" is called                  |
        | tools/call      | sse  | tool "mcp__docs_a" is called                  |
        | tools/call      | json | tool "mcp__docs_a" is called                  |
        | resources/read  | sse  | resource "doc:a" of server "docs" is read     |
        | resources/read  | json | resource "doc:a" of server "docs" is read     |
        | prompts/get     | sse  | prompt "review" of server "docs" is filled in |
        | prompts/get     | json | prompt "review" of server "docs" is filled in |

  @MOD-CLI-68
  Rule: The end of a stream ends a list at once, too

    Scenario Outline: <end>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/list}, do: [{sse: {end: <end>, events: [{comment: hi}]}}]}]
        """
      When the runtime starts
      And 1s passes
      Then startup returned at <at>
      And startup reported one error, of "docs", with "No response received for request ID"
      And server "docs" received "tools/list" 1 time

      Examples:
        | end   | at    |
        | eof   | 0s    |
        | reset | 100ms |
