@agents @virtual
Feature: A strict reconnect, a limit that expires and a cancellation change nothing about what stays
  A reconnect that fails is no reason to lose what works, and a server that takes too long
  has failed like any other.

  @OAI-22
  Rule: What an attempt has connected is closed also if a server takes too long or cannot be started

    Scenario Outline: the second of two <fails>, over <transport>, <mode>
      Given servers "a, b" over <transport>
      And server "b" <fails>
      And the manager is strict
      And the manager gives up connecting a server after 3s
      And <mode>
      When the manager connects its servers
      And 10s pass
      Then operation 1 fails with a text that ends with "<text>"
      And the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
        | failed    | b       |
      And nothing is left of the servers "a, b"

      Examples:
        | fails                       | transport | mode                                               | text                            |
        | never answers "initialize"  | http      | the manager gives up cleaning up a server after 9s | timed out after 3s              |
        | never answers "initialize"  | stdio     | the manager gives up cleaning up a server after 9s | timed out after 3s              |
        | never answers "initialize"  | http      | the manager connects its servers in parallel       | timed out after 3s              |
        | cannot be started           | stdio     | the manager gives up cleaning up a server after 9s | executable file not found in $PATH |
        | cannot be started           | ws        | the manager connects its servers in parallel       | Could not reach the server.     |

  @OAI-25 @OAI-27 @OAI-28
  Rule: A reconnect in which a server fails keeps what was connected and what has come back, in a strict manager, too

    Scenario Outline: one comes back, one does not, <mode>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" cannot be started
      And <mode>
      And the manager has connected its servers
      When server "b" comes up
      And the manager reconnects the failed servers
      Then operation 2 <end>
      And server "a" received "initialize" 1 time
      And server "a" received "DELETE" 0 times
      And the manager shows:
        | view      | servers |
        | connected | a, b    |
        | active    | a, b    |
        | failed    | c       |
      And the manager's errors are:
        | server | error                                                            |
        | c      | Failed to connect to MCP server 'c': Could not reach the server. |

      Examples:
        | mode                                               | end                       |
        | the manager gives up connecting a server after 10s | returns the servers "a, b" |
        | the manager connects its servers in parallel       | returns the servers "a, b" |

    Scenario Outline: a strict manager that had none connected, <mode>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" cannot be started
      And the manager is strict
      And <mode>
      When the program connects server "a"
      And the manager connects its servers
      And server "b" comes up
      And the manager reconnects the failed servers
      Then server "a" received "initialize" 1 time
      And server "a" received "DELETE" 0 times
      And the manager shows:
        | view      | servers |
        | connected | a, b    |
        | active    | a, b    |

      Examples:
        | mode                                               |
        | the manager connects its servers in parallel       |

  @OAI-12
  Rule: A manager that keeps failed servers active suppresses cancellations like any other, and passes them on

    Scenario Outline: <policy>, <mode>
      Given servers "a, b" over http
      And connecting server "a" fails with the group "cancelled"
      And the manager keeps failed servers active
      And <policy>
      And <mode>
      When the manager connects its servers
      Then operation 1 <end>
      And the manager shows:
        | view   | servers |
        | failed | a       |

      Examples:
        | policy                                             | mode                                               | end                                    |
        | the manager gives up cleaning up a server after 9s | the manager gives up connecting a server after 10s | returns the servers "a, b"             |
        | the manager gives up cleaning up a server after 9s | the manager connects its servers in parallel       | returns the servers "a, b"             |
        | the manager passes cancellations on                | the manager gives up connecting a server after 10s | fails with "session: context canceled" |
        | the manager passes cancellations on                | the manager connects its servers in parallel       | fails with "session: context canceled" |

  @OAI-36
  Rule: A program that connects what is connected opens nothing, over server-sent events, too

    Scenario Outline: <mode>
      Given server "a" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And <mode>
      And the manager has connected its servers
      When the manager connects its servers
      And the program connects server "a"
      And the program connects server "a"
      Then operations 1 to 4 succeed
      And server "a" received "initialize" 1 time

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
