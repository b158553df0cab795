@agents @virtual
Feature: The owner of a connection closes it, also when it was lost, came too late or nobody waits
  A connection ends in many ways. In none of them does somebody else close it.

  Background:
    Given servers "a, b" over stdio

  @OAI-05
  Rule: In parallel, a worker closes what it has opened, whoever has gone meanwhile

    Example: the program has given up the cleanup before it begins
      Given the manager connects its servers in parallel
      And the manager has connected its servers
      And the program has given up its next operation
      When the manager cleans up
      And 1h passes
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |
      And nothing is left of the servers "a, b"

    Example: a connection was lost, and its server is connected again
      Given the manager connects its servers in parallel
      And the manager has connected its servers
      When server "a" exits with code 1
      And 1s passes
      And the manager connects its servers
      And 1s passes
      And the manager cleans up
      And 1m passes
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | a      | 2          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |

    Example: a connection comes when its server is given up already
      Given the manager connects its servers in parallel
      And server "a" answers "initialize" after 3s
      And connecting server "a" goes on when it is given up
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      And 1m passes
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |

  @OAI-05
  Rule: One after the other, the program closes what came too late for it

    Example: a connection comes when its server is given up already
      Given server "a" answers "initialize" after 3s
      And connecting server "a" goes on when it is given up
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      And 1m passes
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
