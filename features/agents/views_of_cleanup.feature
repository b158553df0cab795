@agents @virtual
Feature: A failure to clean up is an error and no failed connect
  The views of a manager answer different questions: who could not be connected, and what
  went wrong last. A server that could not be closed was connected before.

  @OAI-16
  Rule: Whose cleanup fails has an error and is not among those that failed to connect

    Scenario Outline: <mode>
      Given servers "a, b" over http
      And closing the connections of server "a" fails with "no"
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      Then the manager shows:
        | view       | servers |
        | configured | a, b    |
        | connected  |         |
        | failed     |         |
        | active     |         |
      And the manager's errors are:
        | server | error                           |
        | a      | cleaning up MCP server 'a': no  |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-06
  Rule: However many servers there are, they are connected one after the other

    Example: five
      Given servers "a, b, c, d, e" over http
      And server "a" answers "initialize" after 1s
      And server "c" answers "initialize" after 1s
      When the manager connects its servers
      And 10s pass
      Then the servers received "initialize" in this order:
        """
        a initialize
        b initialize
        c initialize
        d initialize
        e initialize
        """
      And operation 1 ended at 2s


  @OAI-16
  Rule: A connection that is lost changes what is connected, and no other view before the manager looks again

    Scenario Outline: <mode>
      Given servers "a, b" over stdio
      And <mode>
      And the manager has connected its servers
      When server "a" exits with code 1
      And 1h passes
      Then the manager shows:
        | view       | servers |
        | configured | a, b    |
        | connected  | b       |
        | failed     |         |
        | active     | a, b    |
      And the manager has no errors
      When the manager connects its servers
      Then operation 2 returns the servers "a, b"

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
