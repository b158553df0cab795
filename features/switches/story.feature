@omp @virtual
Feature: Tries after the ladder are told like all others
  A server that is tried every few minutes looks dead. What is told says when the
  next try is due, and how the last one ended.

  @X-LOG-03
  Rule: Every try after the ladder is told with its number, its wait and its failure

    Example: tries after the ladder
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      When server "docs" goes down
      And 1m passes
      And server "docs" is disconnected
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__docs_echo
        0s cache.write 1
        0s server.log c1 error stream failed error: reading the stream: read tcp runtime:2->docs.test:80: read: connection reset by peer
        0s attempt.start 1
        0s server.state c2 ready>connecting
        0s server.state c2 connecting>handshaking
        0s attempt.fail 1 error: sending POST: dial tcp docs.test:80: connect: connection refused
        0s server.state c2 handshaking>backoff error: sending POST: dial tcp docs.test:80: connect: connection refused
        0s backoff.wait 1 500ms
        500ms attempt.start 2
        500ms server.state c3 backoff>connecting
        500ms server.state c3 connecting>handshaking
        500ms attempt.fail 2 error: sending POST: dial tcp docs.test:80: connect: connection refused
        500ms server.state c3 handshaking>backoff error: sending POST: dial tcp docs.test:80: connect: connection refused
        500ms backoff.wait 2 1s
        1.5s attempt.start 3
        1.5s server.state c4 backoff>connecting
        1.5s server.state c4 connecting>handshaking
        1.5s attempt.fail 3 error: sending POST: dial tcp docs.test:80: connect: connection refused
        1.5s server.state c4 handshaking>backoff error: sending POST: dial tcp docs.test:80: connect: connection refused
        1.5s backoff.wait 3 2s
        3.5s attempt.start 4
        3.5s server.state c5 backoff>connecting
        3.5s server.state c5 connecting>handshaking
        3.5s attempt.fail 4 error: sending POST: dial tcp docs.test:80: connect: connection refused
        3.5s server.state c5 handshaking>backoff error: sending POST: dial tcp docs.test:80: connect: connection refused
        3.5s backoff.wait 4 4s
        7.5s attempt.start 5
        7.5s server.state c6 backoff>connecting
        7.5s server.state c6 connecting>handshaking
        7.5s attempt.fail 5 error: sending POST: dial tcp docs.test:80: connect: connection refused
        7.5s server.state c6 handshaking>failed error: sending POST: dial tcp docs.test:80: connect: connection refused
        7.5s server.log error MCP reconnect failed after retries error: sending POST: dial tcp docs.test:80: connect: connection refused
        7.5s backoff.wait 15s after the ladder
        22.5s attempt.start 1 after the ladder
        22.5s server.state c7 failed>connecting
        22.5s server.state c7 connecting>handshaking
        22.5s attempt.fail 1 after the ladder error: sending POST: dial tcp docs.test:80: connect: connection refused
        22.5s server.state c7 handshaking>failed error: sending POST: dial tcp docs.test:80: connect: connection refused
        22.5s backoff.wait 1 30s after the ladder
        52.5s attempt.start 2 after the ladder
        52.5s server.state c8 failed>connecting
        52.5s server.state c8 connecting>handshaking
        52.5s attempt.fail 2 after the ladder error: sending POST: dial tcp docs.test:80: connect: connection refused
        52.5s server.state c8 handshaking>failed error: sending POST: dial tcp docs.test:80: connect: connection refused
        52.5s backoff.wait 2 1m0s after the ladder
        1m0s server.state c8 failed>closed
        1m0s tools.changed
        """
