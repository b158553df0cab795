@omp @virtual
Feature: Servers whose processes misbehave
  A process floods stderr, stops reading, dies early or does not die at all. The
  runtime has to see each of it for what it is.

  @FF-16
  Rule: A flood on stderr holds up nothing

    Example: 256 KiB before the handshake and in a call
      Given server "docs" over stdio as "stderr-flood"
      When the runtime starts
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then startup returned at 0s
      And call 1 returns "hi"
      And the log has 0 records of "docs" with ""

  @FF-17
  Rule: A server that stops reading fails its call at the timeout and nobody else's

    Example: the first call is the last thing it reads
      Given server "docs" over stdio as "stops-reading"
      And server "mail" over stdio
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And 29999ms pass
      Then call 1 is pending
      When 1ms passes
      Then call 1 returns the error text "MCP error: Request timeout after 30000ms"
      When tool "mcp__mail_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 2 returns "hi"

    Scenario Outline: what is more than a pipe holds is not waited for, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {method: tools/call}, do: [{stdin: stop}, never]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And the request "tools/list" is sent with 131072 bytes
      And the request "ping" is sent
      And 30s pass
      Then requests 1 to 3 fail with "Request timeout after 30000ms"
      When the transport is closed
      And 2s pass
      Then the transport has closed

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @FF-18
  Rule: A server that dies before the handshake is one failed server, and what it said on stderr is told to nobody

    Example: a missing module
      Given server "docs" over stdio as "crash-before-init"
      And server "mail" over stdio
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error            |
        | docs   | Transport closed |
      And the log has 0 records with "ModuleNotFoundError"
      And startup returned at 40ms
      And server "mail" is connected

  @FF-21
  Rule: A tool that dies after it has acted is called once more, which doubles what it did

    Example: one call, two rows
      Given server "docs" over stdio as "dies-after-commit"
      And the runtime has started
      When tool "mcp__docs_bump" is called
      And 1h passes
      Then the ledger of server "docs" has 2 rows
      And call 1 returns the error text "MCP error: Transport closed"

  @FF-22
  Rule: A server that exits while nobody uses it is started again at once

    Example: after ten idle seconds
      Given server "docs" over stdio as "exits-when-idle"
      When the runtime starts
      And the clock reaches 9999ms
      Then server "docs" was started 1 time
      When the clock reaches 10001ms
      Then server "docs" was started 2 times
      And server "docs" is connected
      And server "docs" received "initialize" at "0s, 10s"

  @FF-26
  Rule: A server that takes twelve seconds to start is waited for and is connecting until then

    Example: without cached tools
      Given server "docs" over stdio as "cold-start"
      When the runtime starts
      And the clock reaches 11999ms
      Then server "docs" is connecting
      And startup has not returned
      When the clock reaches 12s
      Then server "docs" is connected
      And startup returned at 12s

    Example: with cached tools startup goes on after 250 ms
      Given server "docs" over stdio as "cold-start"
      And the cache holds the tool "echo" of server "docs"
      When the runtime starts
      And the clock reaches 250ms
      Then startup returned at 250ms
      And server "docs" is connecting
      When the clock reaches 12s
      Then server "docs" is connected
