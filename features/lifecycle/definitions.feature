@omp @virtual
Feature: Definitions are kept as written and looked up for every connection
  A definition may name a secret instead of holding it: a variable, or after "!"
  a command that prints it. The runtime looks the secret up when it connects,
  uses it on the wire, and keeps what was written: what is kept can be shown, and
  what is looked up again can be rotated. A command is run no more often than
  needed, as a person may have to confirm it.

  @OMP-LC-29
  Rule: A secret that was looked up is on the wire and nowhere in what the runtime keeps or reports

    Scenario Outline: a token in a header, from <what>
      Given the secret "DOCS_TOKEN" is "tok-variable"
      And the command "vault get key-of-vault" prints "tok-command"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "<written>"
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "<token>"
      And "tools/call" number 1 to server "docs" has the header "X-Token" set to "<token>"
      And the runtime's saved state does not contain "<token>"
      And the trace does not contain "<token>"

      Examples:
        | what       | written                 | token        |
        | a variable | DOCS_TOKEN              | tok-variable |
        | a command  | !vault get key-of-vault | tok-command  |

    Example: a warning shows neither what was printed nor the command
      Given the command "vault get key-of-vault" prints "tok-from-vault" and exits with code 3
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!vault get key-of-vault"
      When the runtime starts
      Then the log has 1 record of "docs" with "headers.X-Token is left out: the command exited with code 3"
      And the trace does not contain "tok-from-vault"
      And the trace does not contain "key-of-vault"

  @OMP-LC-30
  Rule: Every reconnect looks values up again, and runs a command again only if it had failed

    Example: a variable was rotated between two connections
      Given the secret "DOCS_TOKEN" is "tok-one"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "DOCS_TOKEN"
      When the runtime starts
      Given the secret "DOCS_TOKEN" is "tok-two"
      When server "docs" ends its stream
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "tok-one"
      And "initialize" number 2 to server "docs" has the header "X-Token" set to "tok-two"
      And "tools/list" number 2 to server "docs" has the header "X-Token" set to "tok-two"
      Given the secret "DOCS_TOKEN" is "tok-three"
      When server "docs" ends its stream
      Then "initialize" number 3 to server "docs" has the header "X-Token" set to "tok-three"

    Example: a variable of a process was rotated between two starts
      Given the secret "DOCS_TOKEN" is "tok-one"
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "DOCS_TOKEN"
      When the runtime starts
      Given the secret "DOCS_TOKEN" is "tok-two"
      When server "docs" exits with code 1
      Then process 1 of server "docs" was started with:
        | what           | value   |
        | variable TOKEN | tok-one |
      And process 2 of server "docs" was started with:
        | what           | value   |
        | variable TOKEN | tok-two |
      And the runtime's saved state does not contain "tok-"
      And the trace does not contain "tok-"

    Scenario Outline: a header that the program edits in a definition that it gave away counts for the next start, when <how>
      Given server "docs" over http
      And server "docs" is defined with the header "X-Key" set to "one"
      When the runtime starts
      Given server "docs" is defined with the header "X-Key" set to "two"
      When <how>
      Then "initialize" number 2 to server "docs" has the header "X-Key" set to "one"
      When server "docs" is disconnected
      And the runtime starts server "docs"
      Then "initialize" number 3 to server "docs" has the header "X-Key" set to "two"

      Examples:
        | how                           |
        | server "docs" ends its stream |
        | server "docs" is reconnected  |

    Example: the same for a variable of a process
      Given server "docs" over stdio
      And server "docs" is defined with the variable "KEY" set to "one"
      When the runtime starts
      Given server "docs" is defined with the variable "KEY" set to "two"
      When server "docs" exits with code 1
      Then process 2 of server "docs" was started with:
        | what         | value |
        | variable KEY | one   |

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

  @OMP-LC-41
  Rule: Values are looked up before anything is sent or started

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

    Example: the process waits, arguments are no commands, and what was printed is not looked up
      Given the command "get-token" prints "HOME" after 2s
      And the environment variable "HOME" is "/home/me"
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      And server "docs" is defined with the variable "PLACE" set to "HOME"
      And server "docs" is defined with the argument "!get-token"
      When the runtime starts
      And the clock reaches 1999ms
      Then server "docs" was started 0 times
      When the clock reaches 2s
      Then process 1 of server "docs" was started with:
        | what           | value      |
        | arguments      | !get-token |
        | variable TOKEN | HOME       |
        | variable PLACE | /home/me   |
