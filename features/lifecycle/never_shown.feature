@omp @virtual
Feature: What a definition refers to stays where it was looked up
  A definition is kept as it is written, whatever was filled in to connect its server.

  @OMP-LC-29
  Rule: What was filled into arguments, variables and addresses is not kept either

    Scenario Outline: <what> of a process
      Given the secret "DOCS_TOKEN" is "tok-1"
      And server "docs" over stdio
      And server "docs" is defined with <how>
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what   | value   |
        | <what> | <value> |
      When server "docs" exits with code 1
      And 1s passes
      Then process 2 of server "docs" was started with:
        | what   | value   |
        | <what> | <value> |
      And the runtime's saved state does not contain "tok-1"
      And the trace does not contain "tok-1"

      Examples:
        | what         | how                                                       | value   |
        | arguments    | the arguments "--key=${DOCS_TOKEN}"                       | --key=tok-1 |
        | variable KEY | the variable "KEY" set to "${DOCS_TOKEN}"                 | tok-1   |
        | variable KEY | the variable "KEY" set to "DOCS_TOKEN"                    | tok-1   |

    Example: the command of a value, in a warning
      Given the command "vault get key-of-vault" prints "tok-from-vault" and exits with code 3
      And server "docs" over stdio
      And server "docs" is defined with the variable "KEY" set to "!vault get key-of-vault"
      When the runtime starts
      Then the log has 1 record of "docs" with "env.KEY is left out: the command exited with code 3"
      And the trace does not contain "key-of-vault"
