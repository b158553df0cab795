@omp @virtual
Feature: A server that is reached over the network can go down and come back
  Its process is not ours, so its end is seen from outside only: what is open is cut,
  and what it knew of its clients is gone.

  @HARNESS-35
  Rule: The exit of a server over HTTP cuts what is open and forgets its sessions

    @seed-1
    Example: a stream, and a call under way
      Given server "docs" over http
      And server "docs" answers "tools/call" after 10s
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And server "docs" exits with code 1
      And 1m passes
      Then server "docs" kept this journal of "session minted, session expired, stream open, stream end":
        """
        0s 1 session minted d933e720b5eb1c1132436487e7431c42
        0s 1 stream open GET
        1s 1 session expired d933e720b5eb1c1132436487e7431c42
        1s 1 stream end GET
        1s 2 session minted 924437c44e0ffacea9a49fd915c1e201
        1s 2 stream open GET
        """

  @HARNESS-35
  Rule: The exit of a server over WebSocket ends every connection

    Example: one connection
      Given server "docs" over ws
      And the runtime has started
      When server "docs" exits with code 1
      And 1m passes
      Then server "docs" kept this journal of "spawn, exit":
        """
        0s 1 spawn
        0s 1 exit 1
        0s 2 spawn
        """
