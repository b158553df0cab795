@omp @virtual
Feature: What fails in the field, at other moments of a handshake or a call
  A notice, a question and a loss come earlier, later or over another transport than
  where they were met first.

  @FF-21
  Rule: A hardened runtime says that a call may have run, and connects the server anew

    Scenario Outline: over <kind>
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over <kind> with this script:
        """yaml
        tools: [bump]
        rules: [{when: {method: tools/call, nth: 1}, do: [<fault>]}]
        """
      And the runtime has started
      When tool "mcp__docs_bump" is called
      And 1h passes
      Then call 1 returns an error text with "(it may have run, so it was not called again)"
      And server "docs" received "initialize" 2 times
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  | fault                                               |
        | stdio | {exit: 137}                                         |
        | http  | {end: reset}                                        |
        | http  | {status: {code: 503, headers: {Retry-After: "1"}}}  |

  @FF-26
  Rule: A call of a tool that is only remembered waits as long as the connection may take

    Example: twenty-eight seconds
      Given server "docs" over http
      And the cache holds the tool "echo" of server "docs"
      And server "docs" answers "initialize" after 29s
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 27s pass
      Then call 1 is pending
      When 1s passes
      Then call 1 returns "hi"

  @FF-27
  Rule: A notice that comes before the first list has it fetched no second time

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "a"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{notify: notifications/<what>/list_changed}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "<what>/list" 1 time

      Examples:
        | what      |
        | tools     |
        | resources |
        | prompts   |

  @FF-28
  Rule: An old server's questions in the handshake are answered, too

    Example: roots and a ping before initialize is answered
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: initialize}, do: [{request: {method: ping, id: 1, wait: true}}, {request: {method: roots/list, id: s1, wait: true}}]}
        """
      When the runtime starts
      Then server "docs" is connected
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {}}
        {"jsonrpc": "2.0", "id": "s1", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

  @FF-30
  Rule: The revision that a server names is the one of all that follows

    Scenario Outline: <revision>
      Given server "docs" over http with this script:
        """yaml
        revisions: ["<revision>"]
        """
      When the runtime starts
      Then "notifications/initialized" number 1 to server "docs" has <header>
      And "tools/list" number 1 to server "docs" has <header>

      Examples:
        | revision   | header                                                  |
        | 2024-11-05 | no header "MCP-Protocol-Version"                        |
        | 2025-03-26 | no header "MCP-Protocol-Version"                        |
        | 2025-06-18 | the header "MCP-Protocol-Version" set to "2025-06-18"   |
        | 2025-11-25 | the header "MCP-Protocol-Version" set to "2025-11-25"   |
