@omp @virtual
Feature: What is promised of a server holds the second time and for its unusual names

  @OMP-LC-95 @OMP-LC-98
  Rule: A second reconnect that fails is followed by nothing and told to no consumer, like the first one

    Scenario Outline: over <kind>, lost and then asked for
      Given server "docs" over <kind>
      And the runtime has started
      When the counts start anew
      And server "docs" goes down
      And 1h passes
      And server "docs" is reconnected
      And 24h pass
      Then server "docs" is in state "failed"
      And the log has 2 records of "docs" with "MCP reconnect failed after retries"
      And consumers were told of changed tools 0 times
      And no timer is pending

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-94 @OMP-TP-111
  Rule: The waits are the same over every transport

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 100ms}, {error: {code: -32600, message: no}}]}
        """
      When server "docs" drops its connections
      And 1h passes
      Then server "docs" received "initialize" at "0s, 0s, 600ms, 1700ms, 3800ms, 7900ms"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

  @OMP-LC-38
  Rule: A server that was given up and is being reconnected is not started besides

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32600, message: no}}]}
        - {when: {method: initialize, nth: 2}, do: [{delay: 10s}]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1s passes
      And the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-100
  Rule: A server that is given up takes no tool of another one, whatever their transport is

    Scenario Outline: over <kind>
      Given servers "bad, docs, mail" over <kind>
      And the runtime has started
      When server "bad" goes down
      And 1h passes
      Then server "bad" is in state "failed"
      And the runtime has the tools "mcp__bad_echo, mcp__docs_echo, mcp__mail_echo"

      Examples:
        | kind |
        | http |
        | sse  |
        | ws   |

  @OMP-LC-109 @OMP-LC-110
  Rule: Cached tools of a disconnected server are found by the same beginning, and missed for the same reason

    Scenario Outline: <server>
      Given servers "<server>, mail" over stdio
      And server "<server>" never answers "initialize"
      And the cache holds the tools "search" of server "<server>"
      And the runtime has started
      When 1s passes
      And server "<server>" is disconnected
      Then the runtime has the tools "<left>"

      Examples:
        | server    | left                               |
        | docs      | mcp__mail_echo                     |
        | My-Srv    | mcp__mail_echo, mcp__my_srv_search |
        | docs.v2   | mcp__docs_v_search, mcp__mail_echo |
        | context7  | mcp__context_search, mcp__mail_echo |
        | DOCS      | mcp__docs_search, mcp__mail_echo |

  @OMP-LC-115
  Rule: When all servers are disconnected no tool is left, whatever its server is called

    Example: a name that is written differently in tool names
      Given servers "My-Srv, docs, context7" over stdio
      And the runtime has started
      When all servers are disconnected
      Then the runtime has the tools ""

  @OMP-LC-111
  Rule: Of another server those tools go that begin alike, and the others stay

    Example: a tool whose name completes the name of the server
      Given server "docs" over stdio with this script:
        """yaml
        tools: [v_read, write]
        """
      And server "docs_v" over stdio
      And the runtime has started
      When server "docs_v" is disconnected
      Then the runtime has the tools "mcp__docs_write"

  @OMP-LC-105
  Rule: What a server offered that is being stopped does not come back with its next start

    Example: its process takes its time to end
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: initialize, nth: 2}, do: [never]}]
        """
      And the runtime has started
      When server "docs" begins to be disconnected
      And the runtime starts server "docs"
      And 20s pass
      Then the runtime has the resources "" of server "docs"
      And the runtime has the prompts "" of server "docs"
