@omp @virtual
Feature: Commands that print secrets cannot hold up or break a server
  A command may fail, print nothing, or wait for somebody who is not there. The
  server is then connected without the value, which it may refuse or not need.
  Servers that need the same value share one command.

  @OMP-LC-41
  Rule: A value whose command fails is left out with a warning, and the server is connected without it

    Scenario Outline: <what>
      Given the command "get-token" prints "<prints>" and exits with code <code>
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      And server "docs" is defined with the header "X-Other" set to "other"
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" has no header "X-Token"
      And "initialize" number 1 to server "docs" has the header "X-Other" set to "other"
      And the log has 1 record of "docs" with "headers.X-Token is left out: <why>"

      Examples:
        | what           | prints  | code | why                               |
        | exit code      | tok-one | 1    | the command exited with code 1    |
        | blank output   | \n      | 0    | the command printed nothing       |

  @OMP-LC-41
  Rule: A command has ten seconds

    Example: one that needs 9,999 ms
      Given the command "get-token" prints "tok-one" after 9999ms
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      And the clock reaches 9999ms
      Then process 1 of server "docs" was started with:
        | what           | value   |
        | variable TOKEN | tok-one |

    Example: one that needs 10,001 ms
      Given the command "get-token" prints "tok-one" after 10001ms
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      And the clock reaches 9999ms
      Then the command "get-token" is running
      And server "docs" was started 0 times
      When the clock reaches 10s
      Then the command "get-token" is not running
      And process 1 of server "docs" was started with:
        | what           | value     |
        | variable TOKEN | (not set) |
      And the log has 1 record of "docs" with "env.TOKEN is left out: the command took longer than 10000ms"

  @OMP-LC-41
  Rule: Servers that want the same command at once share one run

    Example: three servers, over HTTP and over pipes
      Given the command "get-token" prints "tok-one" after 2s
      And server "s1" over http
      And server "s2" over sse
      And server "s3" over stdio
      And server "s1" is defined with the header "X-Token" set to "!get-token"
      And server "s2" is defined with the header "X-Token" set to "!get-token"
      And server "s3" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      And the clock reaches 2s
      Then all servers are connected
      And "initialize" number 1 to server "s2" has the header "X-Token" set to "tok-one"
      And the command "get-token" was run 1 time

    Example: servers share a failure, too
      Given the command "get-token" prints "" after 2s
      And servers "s1, s2" over http
      And server "s1" is defined with the header "X-Token" set to "!get-token"
      And server "s2" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      And the clock reaches 2s
      Then all servers are connected
      And the command "get-token" was run 1 time
      And the log has 1 record of "s1" with "headers.X-Token is left out"
      And the log has 1 record of "s2" with "headers.X-Token is left out"

    Example: the server that began the run is stopped, and another one begins it again
      Given the command "get-token" prints "tok-one" after 2s
      And server "s1" over http
      And server "s1" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      Given server "s2" over http
      And server "s2" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts server "s2"
      And the clock reaches 1s
      And server "s1" is disconnected
      And the clock reaches 3001ms
      Then server "s2" received "initialize" at "3s"
      And the log has 0 records of "s1" with "left out"

  @OMP-LC-41
  Rule: A server that is stopped ends the command that it waits for

    Example: stopped after one second
      Given the command "get-token" prints "tok-one" after 5s
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      And 1s passes
      Then the command "get-token" is running
      When server "docs" is disconnected
      And the clock reaches 1001ms
      Then the command "get-token" is not running
      And server "docs" was started 0 times
