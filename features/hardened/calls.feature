@omp @virtual
Feature: A hardened runtime never repeats a call that may have run
  A call can have an effect. When a connection is lost before the answer came, the
  client cannot know whether it ran. The documented runtime calls once more; the
  hardened one says that it does not know, and is connected again for the next.

  @D-24
  Rule: A call that may have run is made once, and its failure says so

    Scenario Outline: a server over <kind> commits and <fails>
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over <kind> with this script:
        """yaml
        tools: [{name: pay, commit: paid}]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{commit: paid}, <how>]}
        """
      And the runtime has started
      When tool "mcp__docs_pay" is called
      Then call 1 returns the error text "MCP error: <why> (it may have run, so it was not called again)"
      And the ledger of server "docs" has 1 row
      When 1s passes
      Then server "docs" is connected
      When tool "mcp__docs_pay" is called
      Then call 2 returns "ok"
      And server "docs" received "tools/call" 2 times

      Examples:
        | kind  | fails               | how           | why              |
        | stdio | exits               | {exit: 1}     | Transport closed |
        | http  | drops the answer    | drop          | sending POST: read tcp runtime:1->docs.test:80: read: connection reset by peer |
        | http  | answers with 502    | {status: {code: 502, body: no}} | HTTP 502: no |
        | http  | answers with 503    | {status: {code: 503, body: no}} | HTTP 503: no |
        | http  | answers with 404    | {status: {code: 404, body: no}} | HTTP 404: no |

    Example: the session that is dead is left for the next call
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over http with this script:
        """yaml
        rules: [{when: {method: tools/call, connection: 1}, do: [{status: {code: 404, body: no}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then call 1 returns the error text "MCP error: HTTP 404: no (it may have run, so it was not called again)"
      When 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 2 returns "hi"
      And server "docs" received "tools/call" 2 times

    Scenario Outline: with the switch <value>, a server that exits is called <calls>
      Given the switch "calls.repeat" is "<value>"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [exit: 1]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      Then server "docs" received "tools/call" <calls>

      Examples:
        | value  | calls   |
        | once   | 2 times |
        | unsent | 1 time  |

    Example: a call that could not be sent is made over a new connection
      Given the runtime of "hardened" with the server "mail"
      And server "docs" over http
      And server "docs" offers the tool "search"
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      And server "docs" comes up
      And tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 1 time

    Example: a deferred tool waits for its server, as ever
      Given the runtime of "hardened" with the server "docs"
      And server "docs" answers "initialize" after 3s
      And server "docs" offers the tool "search"
      And the cache holds the tool "search" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_search" is called
      And the clock reaches 3s
      Then call 1 returns "ok"
      And server "docs" received "tools/call" at "3s"
