@agents @virtual
Feature: Whatever has failed, who reads of it is decided in the same place
  A converter that is asked about some failures only lets the others reach a model in words
  that nobody chose, or not at all.

  @OAI-56
  Rule: Every failure of a call has the server's text, else the agent's

    Scenario Outline: <what>, <whose> text
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        rules:
          - {when: {method: tools/call}, do: [<action>], mayNotHappen: true}
        """
      And <whose> turns failures into the text "ours: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      And <before>
      And agent "writer" calls tool "search" with:
        """
        <input>
        """
      And 10s pass
      Then call 1 returns "ours: <text>"

      Examples:
        | what                 | whose          | action                 | before               | input         | text                                                                                       |
        | no JSON              | server "docs"  | answer                 | 1s passes            | hello         | Invalid JSON input for tool search: hello                                                  |
        | missing arguments    | server "docs"  | answer                 | 1s passes            | {}            | Failed to call tool 'search' on MCP server 'docs': missing required parameters: query      |
        | a status             | server "docs"  | {status: 404}          | 1s passes            | {"query": ""} | Failed to call tool 'search' on MCP server 'docs': HTTP error 404                          |
        | no answer            | server "docs"  | never                  | 1s passes            | {"query": ""} | Failed to call tool 'search' on MCP server 'docs': Connection timeout.                     |
        | a result that is odd | server "docs"  | {result: 7}            | 1s passes            | {"query": ""} | Error invoking MCP tool search on server 'docs': reading the result: a number, not an object |
        | no connection        | server "docs"  | answer                 | the manager cleans up | {"query": ""} | Server not initialized. Make sure you call `connect()` first.                             |
        | no JSON              | agent "writer" | answer                 | 1s passes            | hello         | Invalid JSON input for tool search: hello                                                  |
        | missing arguments    | agent "writer" | answer                 | 1s passes            | {}            | Failed to call tool 'search' on MCP server 'docs': missing required parameters: query      |
        | a status             | agent "writer" | {status: 404}          | 1s passes            | {"query": ""} | Failed to call tool 'search' on MCP server 'docs': HTTP error 404                          |
        | no connection        | agent "writer" | answer                 | the manager cleans up | {"query": ""} | Server not initialized. Make sure you call `connect()` first.                             |

  @OAI-57
  Rule: Every failure of a call that is let through is an error

    Scenario Outline: <what>, <who> lets it through
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        rules:
          - {when: {method: tools/call}, do: [<action>], mayNotHappen: true}
        """
      And <who> lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And <before>
      And agent "writer" calls tool "search" with:
        """
        <input>
        """
      And 10s pass
      Then call 1 fails with "<text>"

      Examples:
        | what                 | who            | action                 | before               | input         | text                                                                                       |
        | no JSON              | agent "writer" | answer                 | 1s passes            | hello         | Invalid JSON input for tool search: hello                                                  |
        | missing arguments    | agent "writer" | answer                 | 1s passes            | {}            | Failed to call tool 'search' on MCP server 'docs': missing required parameters: query      |
        | a status             | server "docs"  | {status: 404}          | 1s passes            | {"query": ""} | Failed to call tool 'search' on MCP server 'docs': HTTP error 404                          |
        | a status             | agent "writer" | {status: 404}          | 1s passes            | {"query": ""} | Failed to call tool 'search' on MCP server 'docs': HTTP error 404                          |
        | no answer            | server "docs"  | never                  | 1s passes            | {"query": ""} | Failed to call tool 'search' on MCP server 'docs': Connection timeout.                     |
        | a result that is odd | server "docs"  | {result: 7}            | 1s passes            | {"query": ""} | Error invoking MCP tool search on server 'docs': reading the result: a number, not an object |
        | no connection        | server "docs"  | answer                 | the manager cleans up | {"query": ""} | Server not initialized. Make sure you call `connect()` first.                             |
