@omp @virtual
Feature: A runtime tells what it does while it does it
  Programs show progress, write traces and alert people. Each step of a server's
  life is told as it happens, with the numbers that belong to it.

  @X-LOG-02
  Rule: Every attempt, wait, list, look-up and call is told once, with its numbers

    Example: a start with cached tools, a call, and a loss that lasts
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 1s
      And server "docs" offers the tools "read, search"
      And the cache holds the tool "search" of server "docs"
      When the runtime starts
      And the clock reaches 250ms
      And tool "mcp__docs_search" is called
      And the clock reaches 2s
      And server "docs" goes down
      And 1h passes
      And all servers are disconnected
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        250ms tools.changed 1 mcp__docs_search
        250ms call.start search 1
        250ms cache.read 1 hit
        1s server.state c1 handshaking>listing
        1s server.state c1 listing>ready
        1s tools.changed 2 mcp__docs_read mcp__docs_search
        1s cache.write 2
        1s call.end search 1 ok
        2s attempt.start 1
        2s server.state c2 ready>connecting
        2s attempt.fail 1 error: exec: "docs": executable file not found in $PATH
        2s server.state c2 connecting>backoff error: exec: "docs": executable file not found in $PATH
        2s backoff.wait 1 500ms
        2.5s attempt.start 2
        2.5s server.state c3 backoff>connecting
        2.5s attempt.fail 2 error: exec: "docs": executable file not found in $PATH
        2.5s server.state c3 connecting>backoff error: exec: "docs": executable file not found in $PATH
        2.5s backoff.wait 2 1s
        3.5s attempt.start 3
        3.5s server.state c4 backoff>connecting
        3.5s attempt.fail 3 error: exec: "docs": executable file not found in $PATH
        3.5s server.state c4 connecting>backoff error: exec: "docs": executable file not found in $PATH
        3.5s backoff.wait 3 2s
        5.5s attempt.start 4
        5.5s server.state c5 backoff>connecting
        5.5s attempt.fail 4 error: exec: "docs": executable file not found in $PATH
        5.5s server.state c5 connecting>backoff error: exec: "docs": executable file not found in $PATH
        5.5s backoff.wait 4 4s
        9.5s attempt.start 5
        9.5s server.state c6 backoff>connecting
        9.5s attempt.fail 5 error: exec: "docs": executable file not found in $PATH
        9.5s server.state c6 connecting>failed error: exec: "docs": executable file not found in $PATH
        9.5s server.log error MCP reconnect failed after retries error: exec: "docs": executable file not found in $PATH
        1h0m2s server.state c6 failed>closed
        """

    Example: a call that its caller gives up
      Given server "docs" over http
      And server "docs" never answers "tools/call"
      And the runtime has started
      When 1s passes
      And tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__docs_echo
        0s cache.write 1
        1s call.start echo 1
        2s call.end echo 1 error: the caller gave up
        """

    Example: a start that fails, and is repeated by hand
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [error: {code: -32000, message: busy}]}
        - {when: {method: tools/list, nth: 1}, do: [{delay: 1s}, {error: {code: -32000, message: busy}}]}
        """
      And server "docs" offers the tool "search"
      And the cache cannot be written
      When the runtime starts
      And 1s passes
      And the runtime starts server "docs"
      And 2s pass
      And the runtime starts server "docs"
      And 1s passes
      And server "docs" is disconnected
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>failed error: MCP error -32000: busy
        1s server.state c1 failed>closed
        1s server.state c1 >connecting
        1s server.state c1 connecting>handshaking
        1s server.state c1 handshaking>listing
        1.25s cache.read absent
        2s server.state c1 listing>failed error: MCP error -32000: busy
        3s server.state c1 failed>closed
        3s server.state c1 >connecting
        3s server.state c1 connecting>handshaking
        3s server.state c1 handshaking>listing
        3s server.state c1 listing>ready
        3s tools.changed 1 mcp__docs_search
        3s cache.write 1 error: cache cannot be written
        3s server.log warn writing the tool cache failed error: cache cannot be written
        4s server.state c1 ready>closed
        4s tools.changed
        """
