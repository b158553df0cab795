@omp @virtual
Feature: Late tools find their place by their server, whatever it is called
  Names of tools are made from names of servers, in small letters and without
  signs, and the name of one server may begin like that of another. What a late
  server lists replaces what the cache had of it, all of it and nothing else.

  @OMP-LC-70
  Rule: A late load replaces the tools of its own server, however names look alike

    Scenario Outline: whatever the names, <late> is late and <there> is there
      Given servers "<late>, <there>" over stdio
      And server "<late>" answers "tools/list" after 2s
      And the cache holds the tools "echo, read" of server "<late>"
      When the runtime starts
      And the clock reaches 1999ms
      Then the runtime has these tools:
        | name               | server  | kind     |
        | <echo>             | <late>  | deferred |
        | <read>             | <late>  | deferred |
        | <other>            | <there> | live     |
      When the clock reaches 2s
      Then the runtime has these tools:
        | name               | server  | kind |
        | <echo>             | <late>  | live |
        | <other>            | <there> | live |

      Examples:
        | late   | there   | echo              | read              | other              |
        | foo    | foo_zoo | mcp__foo_echo     | mcp__foo_read     | mcp__foo_zoo_echo  |
        | My-Srv | Zoo     | mcp__my_srv_echo  | mcp__my_srv_read  | mcp__zoo_echo      |
        | a.b    | a_c     | mcp__a_b_echo     | mcp__a_b_read     | mcp__a_c_echo      |
