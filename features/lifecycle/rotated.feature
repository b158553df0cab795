@omp @virtual
Feature: A placeholder is filled in for one connection
  What a definition names may change between two connections: the definition is kept
  as it is written, in all its fields.

  @OMP-LC-30 @real
  Rule: Every connection fills the placeholders of the definition in anew

    Example: an argument and a variable of a process
      Given the secret "DOCS_TOKEN" is "tok-one"
      And server "docs" over stdio
      And server "docs" is defined with the arguments "--token, ${DOCS_TOKEN}"
      And server "docs" is defined with the variable "TOKEN" set to "my ${DOCS_TOKEN}"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo"
      Given the secret "DOCS_TOKEN" is "tok-two"
      When server "docs" exits with code 1
      Then process 2 of server "docs" was started with:
        | what           | value            |
        | arguments      | --token, tok-two |
        | variable TOKEN | my tok-two       |

    Example: a header
      Given the secret "DOCS_TOKEN" is "tok-one"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "my ${DOCS_TOKEN}"
      When the runtime starts
      Given the secret "DOCS_TOKEN" is "tok-two"
      When server "docs" ends its stream
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "my tok-one"
      And "initialize" number 2 to server "docs" has the header "X-Token" set to "my tok-two"
