@omp @virtual
Feature: One bad server harms nobody else
  People have ten servers and one of them is always broken. Whatever happens to
  it, at start or an hour later, the tools of the others are there and work.

  @OMP-LC-22 @real @real
  Rule: A failure at start is an error of that server only

    Scenario Outline: a good server beside one that refuses to initialize, over <kind>
      Given servers "bad, docs" over <kind>
      And server "bad" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then startup reported these errors:
        | server | error                |
        | bad    | MCP error -32600: no |
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-23
  Rule: Startup returns even if every server fails

    Example: one cannot be started, one refuses, one dies, one says nothing
      Given servers "gone, mute, no, dead" over stdio
      And server "gone" cannot be started
      And server "mute" never answers "initialize"
      And server "no" answers "initialize" with error -32600 "no"
      And server "dead" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{exit: 3}]
        """
      When the runtime starts
      And the clock reaches 30s
      Then startup returned at 30s
      And startup reported these errors:
        | server |
        | gone   |
        | mute   |
        | no     |
        | dead   |
      And the runtime has the tools ""

    Example: a session has its own tools then, and can be used
      Given servers "no, gone" over stdio
      And server "gone" cannot be started
      And server "no" answers "initialize" with error -32600 "no"
      And the program brings its own tools "read, write"
      When a session starts
      Then startup returned at 0s
      And the session has the tools "read, write"
      When the session calls tool "read"
      Then call 1 returns "read"

  @OMP-LC-100
  Rule: A server that fails takes no tool of a healthy server with it

    Example: lost, refused, and given up
      Given servers "bad, docs" over stdio
      And server "docs" offers the tool "search"
      And the runtime has started
      When server "bad" goes down
      Then the runtime has the tools "mcp__bad_echo, mcp__docs_search"
      When 1h passes
      Then server "bad" is disconnected
      And the runtime has the tools "mcp__bad_echo, mcp__docs_search"
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" received "initialize" 1 time

    Scenario Outline: server <lost> is given up, and the name of <kept> begins like it
      Given servers "<lost>, <kept>" over stdio
      And the runtime has started
      When server "<lost>" goes down
      And 1h passes
      Then server "<lost>" is in state "failed"
      And the runtime has the tools "<tools>"
      When the runtime starts server "<lost>"
      And 1h passes
      Then the runtime has the tools "<tools>"
      And server "<kept>" received "initialize" 1 time

      Examples:
        | lost    | kept    | tools                                |
        | foo     | foo_bar | mcp__foo_bar_echo, mcp__foo_echo     |
        | foo_bar | foo     | mcp__foo_bar_echo, mcp__foo_echo     |
        | foo     | Foo-Bar | mcp__foo_bar_echo, mcp__foo_echo     |

    @real
    Example: starting one server again keeps the tools of the others
      Given servers "bad, docs" over stdio
      And server "bad" cannot be started
      And the runtime has started
      When the runtime starts server "bad"
      Then the runtime has the tools "mcp__docs_echo"

  @OMP-LC-101 @real @real
  Rule: Neither a failed connect nor a failed list reaches another server

    Example: one of each beside a good one
      Given servers "connect, docs, list" over http
      And server "connect" answers "initialize" with error -32600 "no"
      And server "list" answers "tools/list" with error -32000 "not now"
      When the runtime starts
      Then startup reported these errors:
        | server  | error                     |
        | connect | MCP error -32600: no      |
        | list    | MCP error -32000: not now |
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"
      And server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """

  @OMP-LC-101
  Rule: A list that fails leaves those alone that are under way

    Scenario Outline: a second later the neighbour over <kind> has its tools
      Given servers "docs, mail" over <kind>
      And server "docs" answers "tools/list" with error -32000 "no"
      And server "mail" answers "tools/list" after 1s
      When the runtime starts
      And 1s passes
      Then startup returned at 1s
      And server "mail" is connected
      And the runtime has the tools "mcp__mail_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a neighbour that is ready before the gate opens is waited for
      Given servers "docs, mail" over stdio
      And server "docs" answers "initialize" with error -32600 "no"
      And server "mail" answers "tools/list" after 100ms
      And the cache holds the tools "old" of server "mail"
      When the runtime starts
      And 1s passes
      Then startup returned at 100ms
      And startup returned the tools "mcp__mail_echo"
