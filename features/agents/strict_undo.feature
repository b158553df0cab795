@agents @virtual
Feature: What a strict attempt has begun is undone, and what worked before goes on
  A program that needs all its servers wants a clean slate, and not half of them.
  What had been connected before is not paid for with that.

  @OAI-22
  Rule: What the attempt has connected is closed again, that of the failed server too

    Scenario Outline: the last of three fails over <transport>, one after the other
      Given servers "a, b, c" over <transport>
      And server "c" never answers "initialize"
      And the manager is strict
      When the manager connects its servers
      And 30s pass
      Then operation 1 fails with "Failed to connect to MCP server 'c': Connection timeout."
      And the manager shows:
        | view   | servers |
        | active |         |
      And the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | b      | 1          | program   | program   |
      And nothing is left of the servers "a, b, c"

      Examples:
        | transport |
        | stdio     |
        | http      |

    Example: the first of three fails, in parallel
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" with error -32000 "no"
      And the manager is strict
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 30s pass
      Then operation 1 fails with "MCP error -32000: no"
      And the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
        | workers   |         |
      And server "b" was started 1 time
      And nothing is left of the servers "a, b, c"

  @OAI-23 @OAI-24 @OAI-22
  Rule: What was connected before stays connected and is active again, what the attempt added is not

    Example: of three servers one stayed, one comes back, one does not
      Given servers "a, b, c" over stdio
      And the manager is strict
      And the manager has connected its servers
      When server "b" exits with code 1
      And server "c" exits with code 1
      And server "c" goes down
      And the manager connects its servers
      And 10s pass
      Then operation 2 fails with "exec: "c": executable file not found in $PATH"
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a       |
        | failed    | c       |
      And server "a" was started 1 time
      And nothing is left of the servers "b, c"

    Scenario Outline: a first attempt that fails leaves nothing active, <mode>, <which>
      Given servers "a, b" over http
      And server "b" cannot be started
      And the manager is strict
      And <mode>
      And <which>
      When the manager connects its servers
      Then the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
        | failed    | b       |

      Examples:
        | mode                                               | which                                              |
        | the manager gives up connecting a server after 10s | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       | the manager gives up cleaning up a server after 9s |
        | the manager gives up connecting a server after 10s | the manager keeps failed servers active            |
        | the manager connects its servers in parallel       | the manager keeps failed servers active            |

    Scenario Outline: over http, <mode>
      Given servers "a, b, c" over http
      And the manager is strict
      And <mode>
      And the manager has connected its servers
      When the program cleans up server "b"
      And the program cleans up server "c"
      And server "c" goes down
      And the counts start anew
      And the manager connects its servers
      Then operation 4 fails with "Failed to connect to MCP server 'c': Could not reach the server."
      And the servers received "initialize, DELETE" in this order:
        """
        b initialize
        b DELETE
        """
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a       |
        | failed    | c       |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Scenario Outline: a manager that keeps failed servers active shows what it showed before, <mode>
      Given servers "a, b" over http
      And the manager is strict
      And the manager keeps failed servers active
      And <mode>
      And the manager has connected its servers
      When the program cleans up server "b"
      And server "b" goes down
      And the manager connects its servers
      Then the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a, b    |
        | failed    | b       |
      When server "b" comes up
      And the manager connects its servers
      Then operation 4 returns the servers "a, b"

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: one that fails fatally leaves active what was connected before
      Given servers "a, b" over http
      And the manager is strict
      And the manager has connected its servers
      When the program cleans up server "b"
      And connecting server "b" begins to fail with the fatal error "out of memory"
      And the manager connects its servers
      Then operation 3 fails with "out of memory"
      And the manager shows:
        | view   | servers |
        | active | a       |
