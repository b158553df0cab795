@omp @virtual
Feature: A definition can name a command that prints a secret
  Tokens of password managers are printed by commands. A value that starts with
  "!" is such a command: it is run when a connection is made, never for a
  definition that is wrong, and never more often than needed, as a person may
  have to confirm it.

  @OMP-LC-29
  Rule: What a command printed is on the wire and nowhere in what the runtime keeps or reports

    Example: a token in a header, from a command with one in its text
      Given the command "vault get key-of-vault" prints "tok-from-vault"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!vault get key-of-vault"
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "tok-from-vault"
      And "tools/call" number 1 to server "docs" has the header "X-Token" set to "tok-from-vault"
      And the runtime's saved state does not contain "tok-from-vault"
      And the trace does not contain "tok-from-vault"

    Example: a warning shows neither what was printed nor the command
      Given the command "vault get key-of-vault" prints "tok-from-vault" and exits with code 3
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!vault get key-of-vault"
      When the runtime starts
      Then the log has 1 record of "docs" with "headers.X-Token is left out: the command exited with code 3"
      And the trace does not contain "tok-from-vault"
      And the trace does not contain "key-of-vault"

  @OMP-LC-30
  Rule: A reconnect runs a command again only if it had failed

    Example: what was printed once is used again, whatever would be printed now
      Given the command "get-token" prints "tok-one"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      Given the command "get-token" prints "tok-two"
      When server "docs" ends its stream
      Then "initialize" number 2 to server "docs" has the header "X-Token" set to "tok-one"
      And the command "get-token" was run 1 time

    Example: a failure is not remembered
      Given the command "get-token" prints "tok-one" and exits with code 1
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      Given the command "get-token" prints "tok-two"
      When server "docs" ends its stream
      Then "initialize" number 1 to server "docs" has no header "X-Token"
      And "initialize" number 2 to server "docs" has the header "X-Token" set to "tok-two"
      And the command "get-token" was run 2 times

  @OMP-LC-39
  Rule: A wrong definition runs no command

    Scenario Outline: <what>
      Given the command "get-token" prints "tok-one"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      And server "docs" is defined with url "<url>"
      When the runtime starts
      And 1h passes
      Then the command "get-token" was run <runs>

      Examples:
        | what                      | url                  | runs    |
        | no address                |                      | 0 times |
        | the same, with an address | http://docs.test/mcp | 1 time  |

  @OMP-LC-41
  Rule: Commands have printed their values before anything is sent or started

    Example: the first request waits for a command that takes longer than the handshake may
      Given the command "get-token" prints "  tok-one\n" after 9s
      And server "docs" over http
      And server "docs" has a timeout of 1s
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      And the clock reaches 8999ms
      Then the link to "docs" saw 0 attempts to connect
      When the clock reaches 9s
      Then server "docs" received "initialize" at "9s"
      And "initialize" number 1 to server "docs" has the header "X-Token" set to "tok-one"

    Example: the process waits, and only values of variables are commands
      Given the command "get-token" prints "HOME" after 2s
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      And server "docs" is defined with the argument "!get-token"
      And the environment variable "HOME" is "/home/me"
      When the runtime starts
      And the clock reaches 1999ms
      Then server "docs" was started 0 times
      When the clock reaches 2s
      Then process 1 of server "docs" was started with:
        | what           | value      |
        | arguments      | !get-token |
        | variable TOKEN | HOME       |
