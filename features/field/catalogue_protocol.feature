@omp @virtual
Feature: Servers that take liberties with the protocol
  They answer under other ids, twice, late or as an array, speak before they are
  asked and name revisions nobody knows.

  @FF-12
  Rule: An answer under another id answers nobody: the call ends at its timeout and later ones are not disturbed

    Scenario Outline: <server>
      Given server "docs" over stdio as "<server>"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 29999ms pass
      Then call 1 is pending
      When 1ms passes
      Then call 1 returns the error text "MCP error: Request timeout after 30000ms"
      And the runtime ignored 1 answer of server "docs"
      And server "docs" is connected
      And server "docs" received "tools/call" 1 time

      Examples:
        | server          |
        | ids-change-type |
        | ids-always-zero |

  @FF-14
  Rule: A second or late answer is counted and given to nobody

    Example: twice
      Given server "docs" over stdio as "answers-twice"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the runtime ignored 1 answer of server "docs"

    Example: five seconds after the timeout
      Given server "docs" over stdio as "answers-too-late"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 34999ms pass
      And tool "mcp__docs_echo" is called
      Then call 1 ended at 30s
      And the runtime ignored 0 answers of server "docs"
      When 2ms pass
      Then the runtime ignored 1 answer of server "docs"
      And call 2 is pending
      And server "docs" is connected

  @FF-15
  Rule: An array of answers is taken apart in a session of 2025-03-26, the revision that has arrays

    Scenario Outline: over <kind>
      Given server "docs" over <kind> as "batched-answers"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the runtime dropped 0 inputs of server "docs"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @FF-27
  Rule: What a server says before its handshake is heard, and at most one list follows

    Example: a changed list and a log message
      Given server "docs" over stdio as "early-notification"
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And the host saw these notifications of server "docs": "notifications/resources/list_changed, notifications/message"
      And server "docs" received "tools/list" 1 time
      And server "docs" received "initialize" 1 time

  @FF-28
  Rule: Questions in the middle of the handshake are answered under the server's own ids

    Example: a ping with an id of the client's, and roots before any list
      Given server "docs" over stdio as "asks-during-handshake"
      When the runtime starts
      Then server "docs" is connected
      And startup returned at 0s
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {}}
        {"jsonrpc": "2.0", "id": "s1", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

  @FF-30
  Rule: A revision that nobody knows, or none, is accepted; only an error ends the handshake

    Scenario Outline: <server>
      Given server "docs" over http as "<server>"
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And startup reported no errors
      And server "docs" received "initialize" 1 time

      Examples:
        | server           |
        | unknown-revision |
        | no-revision      |

    Example: a refusal is not tried again
      Given server "docs" over stdio as "refuses-initialize"
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                          |
        | docs   | MCP error -32602: Unsupported protocol version |
      And server "docs" received "initialize" 1 time
