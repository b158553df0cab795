@omp @virtual @real
Feature: One scenario runs in two worlds
  A promise that holds in the simulation must hold for real processes and real
  sockets. The same words, scripts and steps run in both; in the real world
  times have a slack and wires cannot be bent.

  @HARNESS-7
  Rule: A stdio server answers calls through real pipes as through emulated ones

    Example: start, call, stop
      Given server "docs" over stdio
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "naïve 🚀"}
        """
      Then call 1 returns "naïve 🚀"
      And server "docs" has 1 live process
      When all servers are disconnected
      Then server "docs" has 0 live processes

  @HARNESS-8
  Rule: An HTTP server answers calls through real sockets as through emulated ones

    Example: start, call, stop
      Given server "docs" over http
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "naïve 🚀"}
        """
      Then call 1 returns "naïve 🚀"
      When all servers are disconnected
      Then server "docs" received "DELETE" 1 time

  @HARNESS-9
  Rule: A lost process is replaced in both worlds

    Example: exit while idle
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" exits with code 1
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected
      And server "docs" was started 2 times
