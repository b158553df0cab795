@agents @virtual
Feature: Each policy holds beside each other one
  A program that has two wishes wants both. In parallel, strict, with a cache or with a
  filter: what was promised without them is promised with them.

  @OAI-04
  Rule: What is left of a lost connection is closed by its owner when it is connected again

    Scenario Outline: <mode>
      Given servers "a, b" over stdio
      And <mode>
      And the manager has connected its servers
      When server "b" exits with code 1
      And the manager connects its servers
      And 10s pass
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | <a>       |           |
        | b      | 1          | <b>       | <b>       |
        | b      | 2          | <b>       |           |

      Examples:
        | mode                                               | a          | b          |
        | the manager gives up connecting a server after 10s | program    | program    |
        | the manager connects its servers in parallel       | a/worker-1 | b/worker-1 |

  @OAI-11
  Rule: A cleanup that fails is told, and stops no other, also where failed servers stay active

    Example: the second of three
      Given servers "a, b, c" over http
      And closing the connections of server "b" fails with "busy"
      And the manager keeps failed servers active
      And the manager has connected its servers
      When the manager cleans up
      Then operation 2 succeeds
      And server "a" received "DELETE" 1 time
      And the manager's errors are:
        | server | error                            |
        | b      | cleaning up MCP server 'b': busy |

  @OAI-18
  Rule: Active servers have the configured order, whatever their names and their speed

    Scenario Outline: <mode>
      Given servers "long-name, b, middle, zz" over http
      And server "long-name" answers "initialize" after 1s
      And <mode>
      When the manager connects its servers
      And 2s pass
      Then operation 1 returns the servers "long-name, b, middle, zz"

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-25
  Rule: In parallel, too, only what has failed to connect is tried again

    Example: one was cleaned up, one was lost, one had failed
      Given servers "a, b, c" over stdio
      And server "c" cannot be started
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the program cleans up server "a"
      And server "b" exits with code 1
      And server "c" comes up
      And the manager reconnects the failed servers
      And 5s pass
      Then operation 3 returns the servers "c"
      And server "a" was started 1 time
      And server "b" was started 1 time

  @OAI-27
  Rule: While failed servers are tried, healthy ones are used as before

    Scenario Outline: <method>, <cache>
      Given server "a" over http with this script:
        """yaml
        tools: [search]
        """
      And server "b" over http
      And server "b" cannot be started
      And server "a" <cache>
      And the manager has connected its servers
      And server "b" answers "initialize" after 3s
      When the program sends "tools/list" to server "a"
      And server "b" comes up
      And the manager reconnects the failed servers
      And the program sends "<method>" to server "a"
      Then operation 4 succeeds
      And operation 4 ended at 0s

      Examples:
        | method     | cache                                 |
        | tools/call | caches its tools                      |
        | tools/list | caches its tools                      |
        | tools/list | hides from agents the tool "nothing"  |

  @OAI-32
  Rule: A server that failed fatally has no worker any more

    Example: the first of two
      Given servers "a, b" over http
      And connecting server "a" fails with the fatal error "out of memory"
      And the manager connects its servers in parallel
      When the manager connects its servers
      Then operation 1 fails with "out of memory"
      And the manager shows:
        | view    | servers |
        | workers |         |

    Example: nor have servers whose caller has gone
      Given servers "a, b" over http
      And server "b" never answers "initialize"
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      And the caller gives up operation 1
      Then the manager shows:
        | view    | servers |
        | workers |         |

  @OAI-64
  Rule: Without a cache every listing fetches, whatever filters the tools

    Scenario Outline: <filter>
      Given server "docs" over http
      And server "docs" offers the tools "search, delete"
      And server "docs" <filter>
      And server "docs" asks a function which tools it shows:
        | agent  | shows        |
        | writer | search, read |
      And the manager has connected its servers
      When agent "writer" lists its tools
      And server "docs" changes its tools to "read"
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "read"
      And server "docs" received "tools/list" 2 times

      Examples:
        | filter                              |
        | hides from agents the tool "delete" |
