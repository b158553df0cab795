@agents @virtual
Feature: A fatal failure is never taken for that of a connection
  Out of memory is no reason to leave one server out and go on. Whatever the
  manager was doing ends with that failure, in every mode, and what it had begun
  is closed first.

  @OAI-13
  Rule: A fatal failure is returned in every mode, after what was connected has been closed

    Scenario Outline: the second of three fails fatally, <mode>
      Given servers "a, b, c" over http
      And connecting server "b" fails with the fatal error "out of memory"
      And <mode>
      When the manager connects its servers
      And 10s pass
      Then operation 1 fails with "out of memory"
      And operation 1 was caused by "out of memory"
      And server "a" received "initialize" 1 time
      And server "a" received "DELETE" 1 time
      And server "c" received "initialize" <times> times
      And server "c" received "DELETE" <times> times
      And the manager shows:
        | view    | servers |
        | active  |         |
        | failed  | b       |
        | workers |         |

      Examples:
        | mode                                               | times |
        | the manager gives up connecting a server after 10s | 0     |
        | the manager is strict                              | 0     |
        | the manager keeps failed servers active            | 0     |
        | the manager passes cancellations on                | 0     |
        | the manager connects its servers in parallel       | 1     |

    Scenario Outline: it comes beside <beside>, <mode>
      Given servers "a, b" over http
      And connecting server "a" fails with the group "<beside>"
      And connecting server "b" fails with the fatal error "<fatal>"
      And <mode>
      And the manager connects its servers in parallel
      When the manager connects its servers
      Then operation 1 fails with a text that ends with "<told>"
      And the manager shows:
        | view   | servers |
        | failed | a, b    |

      Examples:
        | beside                         | mode                                    | fatal         | told               |
        | HTTP 500                       | the manager is strict                   | out of memory | out of memory      |
        | cancelled                      | the manager is strict                   | out of memory | out of memory      |
        | HTTP 500                       | the manager keeps failed servers active | unreachable   | connection refused |
        | HTTP 500                       | the manager keeps failed servers active | cancelled     | context canceled   |
        | cancelled, fatal out of memory | the manager keeps failed servers active | disk full     | out of memory      |

    Scenario Outline: <which> servers are reconnected, <mode>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" cannot be started
      And <mode>
      And the manager has connected its servers
      When server "b" comes up
      And connecting server "c" begins to fail with the fatal error "out of memory"
      And the manager reconnects <which> servers
      Then operation 2 fails with "out of memory"
      And server "b" received "DELETE" 1 time
      And server "a" received "DELETE" <closed> times
      And the manager shows:
        | view      | servers |
        | connected | <left>  |
        | active    | <left>  |
        | failed    | c       |

      Examples:
        | which      | mode                                               | closed | left |
        | the failed | the manager gives up connecting a server after 10s | 0      | a    |
        | the failed | the manager connects its servers in parallel       | 0      | a    |
        | all        | the manager gives up connecting a server after 10s | 2      |      |
        | all        | the manager connects its servers in parallel       | 2      |      |
