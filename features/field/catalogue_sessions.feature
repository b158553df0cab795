@omp @virtual
Feature: Servers that lose sessions, rights and patience
  Sessions end, tokens are refused, a tool takes longer than anybody waits. What
  is known of a server must stay true through all of it.

  @FF-59
  Rule: A call that meets a dead session is repeated in a new one

    Example: the third call
      Given server "docs" over http as "forgets-sessions"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "1"}
        """
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "2"}
        """
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "3"}
        """
      And 1h passes
      Then call 3 returns "3"
      And server "docs" received "initialize" 2 times
      And "initialize" number 2 to server "docs" has no header "Mcp-Session-Id"

  @FF-61
  Rule: A new connection takes the place of an old session that the server still holds

    Example: an explicit reconnect
      Given server "docs" over http as "one-session-only"
      And the runtime has started
      When server "docs" is reconnected
      And 1h passes
      Then server "docs" is connected

  @FF-63
  Rule: A call whose stream stays silent ends at its own timeout

    Example: the head of an answer and no byte more
      Given server "docs" over http as "silent-200"
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And 29999ms pass
      Then call 1 is pending
      When 1ms passes
      Then call 1 ended at 30s
      And server "docs" received "tools/call" 1 time

  @FF-65
  Rule: A server that does not know its own name has failed, once

    Example: 421 for everything
      Given server "docs" over http as "wrong-host"
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                         |
        | docs   | HTTP 421: Invalid Host header |
      And server "docs" received "initialize" 1 time

  @FF-74
  Rule: A refusal for want of a scope ends the call without a second try

    Example: 403
      Given server "docs" over http as "wants-more-scope"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns an error text with "MCP error: HTTP 403: Forbidden"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

  @FF-75
  Rule: A call that takes longer than its timeout ends without a word to the server

    Example: two minutes
      Given server "docs" over stdio as "two-minute-tool"
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 ended at 30s
      And server "docs" received "notifications/cancelled" 0 times
      And the runtime ignored 1 answer of server "docs"

  @FF-77
  Rule: A ping is answered while a call is under way

    Scenario Outline: over <kind>
      Given server "docs" over <kind> as "pings-before-answering"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

  @FF-78
  Rule: An error of a tool is no error of the connection

    Scenario Outline: <server>
      Given server "docs" over http as "<server>"
      And the runtime has started
      When tool "mcp__docs_<tool>" is called
      And 1h passes
      Then call 1 returns an error text with "<text>"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | server                                  | tool   | text              |
        | error-that-looks-like-a-lost-connection | search | connection closed |
        | error-32001                             | echo   | Request timed out |
