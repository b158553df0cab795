@omp @virtual
Feature: Bytes that come late, together, or on a connection that is none any more
  A proxy collects an answer and hands it over at once; a firewall has forgotten a quiet
  connection; a server closes one at the moment when the client writes.

  @FF-54
  Rule: What a proxy keeps back keeps no call longer than its deadline, and comes too late then

    Scenario Outline: a stream that has begun and its answer are kept back for <held>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{as: sse}, {log: working}, {delay: 20s}]}
        """
      And the runtime has started
      And the link to "docs" has buffer 65536 for <held> down
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "1"}
        """
      And 2m pass
      Then call 1 ended at <end>
      And call 1 <outcome>
      When the link to "docs" recovers
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "2"}
        """
      Then call 2 returns "2"

      Examples:
        | held | end | outcome     |
        | 5s   | 25s | returns "1" |
        | 60s  | 30s | returns the error text "MCP error: Request timeout after 30000ms" |

  @FF-64
  Rule: A connection that has died at rest costs one try, not the call, and no call runs twice for it

    Scenario Outline: <what>
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over http with this script:
        """yaml
        tools: [{name: pay, commit: paid}]
        """
      And the runtime has started
      When tool "mcp__docs_pay" is called
      And 5m pass
      And the link to "docs" gets <fault>
      And the link to "docs" recovers
      And tool "mcp__docs_pay" is called
      And 1m passes
      Then call 2 returns "ok"
      And the ledger of server "docs" has 2 rows

      Examples:
        | what                | fault             |
        | it is reset         | reset_peer        |
        | its server has gone | half_close down   |

    Example: a firewall has forgotten it
      Given server "docs" over http
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 240s pass
      And the link to "docs" gets stall on connection 1
      And tool "mcp__docs_echo" is called
      And 1m passes
      Then call 2 returns the error text "MCP error: Request timeout after 30000ms"
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "3"}
        """
      And 1s passes
      Then call 3 returns "3"
      And server "docs" received "tools/call" 2 times
