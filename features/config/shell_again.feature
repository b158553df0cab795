@omp @virtual
Feature: What a command prints is a value, and what it does not print is asked for again
  A command asks a vault or a person. What comes of it is used as it would be if it were
  written there, and a vault that was locked once is not locked for good.

  @X-CFG-13
  Rule: White space around what a command prints is no part of the value

    Example: in a variable
      Given the command "get-token" prints " tok-one \n\n"
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what           | value   |
        | variable TOKEN | tok-one |

  @X-CFG-13
  Rule: A command that has failed is run again by the next connection

    Example: and has something to say then
      Given the command "get-token" prints "no" and exits with code 1
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      And the runtime has started
      Given the command "get-token" prints "tok-one"
      When server "docs" is reconnected
      Then "initialize" number 1 to server "docs" has no header "X-Token"
      And "initialize" number 2 to server "docs" has the header "X-Token" set to "tok-one"
