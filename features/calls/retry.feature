@omp @virtual
Feature: A call survives one lost connection
  A model asks for a tool at the moment when its server restarts. The call is
  worth one reconnect and one more try, not more: a server that fails twice has
  failed. What remains is told to the model in words instead of breaking the
  session.

  @OMP-LC-77 @real
  Rule: A call of a live tool uses the connection that is there

    Scenario Outline: one tools/call and nothing else, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And the runtime has started
      When the counts start anew
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      Then call 2 returns "ok"
      And server "docs" received in order:
        """
        tools/call
        tools/call
        """
      And server "docs" was started 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-79 @real
  Rule: After a failure of the connection the server is reconnected once and the tool called once more

    Scenario Outline: an HTTP server answers the first call with <status>, and the second one has the same arguments
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [{status: <status>}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
      And server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

      Examples:
        | status |
        | 404    |
        | 502    |
        | 503    |

    Example: a process exits instead of answering
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [{exit: 1}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 2 times
      And server "docs" was started 2 times

    Example: a deferred tool whose server drops the first call
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "initialize" after 1s
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [drop]
        """
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_search" is called
      And 5s pass
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 2 times

    Example: two calls that meet the same lost connection share one reconnect
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, connection: 1, nth: 1}
          do: [never]
        - when: {method: tools/call, connection: 1, nth: 2}
          do: [{exit: 1}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And call 2 returns "ok"
      And server "docs" was started 2 times
