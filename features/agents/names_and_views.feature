@agents @virtual
Feature: Names are compared whole, and lists are told whole
  A name that begins like another is another, and whoever mends a list of mistakes needs all
  of them.

  @OAI-60
  Rule: A filter by name is about that name alone

    Scenario Outline: a filter that <filter>
      Given server "docs" over http
      And server "docs" offers the tools "read, read_all, Read, re"
      And server "docs" <filter>
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then listing 1 has the tools "<shown>"

      Examples:
        | filter                              | shown              |
        | hides from agents the tool "read"   | read_all, Read, re |
        | shows agents only the tool "read"   | read               |

  @OAI-68
  Rule: Each failure of a filter is logged, however many there are

    Example: four of five
      Given server "docs" over http
      And server "docs" offers the tools "a, b, c, d, e"
      And server "docs" asks a function which tools it shows:
        | agent  | shows         | fails for  |
        | reader | a, b, c, d, e | b, c, d, e |
      And the manager has connected its servers
      When agent "reader" lists its tools
      Then listing 1 has the tools "a"
      And the log has 4 errors of "docs" with "Error applying tool filter"

  @OAI-73
  Rule: All names that are there twice are told, in their order

    Example: five
      Given servers "x, y" over http
      And server "x" offers the tools "e, d, c, b, a"
      And server "y" offers the tools "a, c, e, b, d"
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then listing 1 fails with a text that begins with "Duplicate tool names found across MCP servers: a, b, c, d, e. Pass"

    Example: two servers of one name
      Given servers "docs, mail" over http
      And server "docs" offers the tools "search, read"
      And server "mail" offers the tools "read, search, send"
      And server "mail" is configured under the name "docs"
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then listing 1 fails with a text that begins with "Duplicate tool names found across MCP servers: read, search. Pass"

  @OAI-17
  Rule: Where all servers fail none is active

    Scenario Outline: <mode>
      Given servers "a, b" over http
      And server "a" cannot be started
      And server "b" answers "initialize" with error -32000 "no"
      And <mode>
      When the manager connects its servers
      Then operation 1 returns the servers ""
      And the manager shows:
        | view   | servers |
        | active |         |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-28
  Rule: In a strict manager, too, one that comes back has no error any more

    Scenario Outline: <mode>
      Given servers "a, b" over http
      And server "b" cannot be started
      And the manager is strict
      And <mode>
      When the program connects server "a"
      And the manager connects its servers
      And server "b" comes up
      And the manager reconnects the failed servers
      Then operation 3 returns the servers "a, b"
      And the manager has no errors
      And the manager shows:
        | view   | servers |
        | failed |         |
        | active | a, b    |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |


  @OAI-17
  Rule: A full reconnect that its caller gives up leaves no server active that it has not connected

    Example: the second of three answers too late
      Given servers "a, b, c" over http
      And server "b" answers "initialize" after 4s
      When the manager connects its servers
      And 4s pass
      And the manager reconnects all servers
      And 1s passes
      And the program gives up operation 2
      And 12s pass
      Then the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
      When the manager reconnects all servers
      And 12s pass
      Then operation 3 returns the servers "a, b, c"
