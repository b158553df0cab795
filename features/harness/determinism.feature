@omp @virtual
Feature: The same seed gives the same story
  A failure that cannot be repeated cannot be fixed. Servers that work at the
  same instant, share state and suffer random faults still produce one trace per
  seed; "mcpsim run --strict-determinism" compares the traces byte for byte.

  @HARNESS-6
  Rule: Twenty servers with random latencies, faults and shared state tell one story per seed

    Example: parallel starts, lost connections, calls and reconnects
      Given servers "s01..s14" over stdio
      And servers "w01..w06" over http
      And the links to "s01..s14, w01..w06" have latency 20ms jitter 19ms
      And the links to "s01..s04" have gemodel p 0.2 r 0.5
      And the cache holds the tools "echo" of server "s03"
      And server "s03" follows these rules:
        """yaml
        - when: {method: tools/list, probability: 0.5}
          do: [{delay: 700ms}]
        """
      When the runtime starts
      And 2s pass
      And servers "s05..s10" exit and "w01..w03" drop their connections
      And tools of "s01..s14, w01..w06" are called
      And 10s pass
      Then all servers are connected
