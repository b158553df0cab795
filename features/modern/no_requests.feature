@omp @virtual
Feature: A modern server does not ask by itself
  What it needs it says in results. A request of its own belongs to no protocol that both
  speak: it is left without an answer, and what it hides behind goes on.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-02 @MOD-CLI-28
  Rule: A request of a modern server is not answered

    Scenario Outline: <method> over <kind>
      Given the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"name": "Ada"}}
        """
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [search]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [as: sse, request: {method: <method>, id: 7}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns "ok"
      And server "docs" received these answers:
        """jsonl
        """
      And the runtime dropped 1 input of server "docs"

      Examples:
        | kind  | method                 |
        | stdio | roots/list             |
        | http  | roots/list             |
        | ws    | roots/list             |
        | stdio | ping                   |
        | http  | ping                   |
        | http  | sampling/createMessage |
        | stdio | sampling/createMessage |
        | stdio | elicitation/create     |
        | http  | elicitation/create     |
        | ws    | ping                   |

    Example: what is dropped is told with its reason
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [request: {method: roots/list, id: 7}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s era.found c1 server/discover 2026-07-28: it speaks 2026-07-28 >modern server/discover 2026-07-28: it speaks 2026-07-28
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__docs_search
        0s cache.write 1
        0s line.dropped c1 id 7 46 request of a server
        0s call.start search 1
        0s call.end search 1 ok
        """
