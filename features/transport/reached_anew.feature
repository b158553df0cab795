@omp @virtual
Feature: What is looked up again when a server is reached again

  @OMP-TP-111
  Rule: Every reconnect fills in address and variables with what they are at that moment

    Example: the path of an address
      Given server "docs" over http
      And the environment variable "DOCS_PATH" is "mcp"
      And server "docs" is defined with url "http://docs.test/${DOCS_PATH}"
      And the runtime has started
      When server "docs" drops its connections
      And 1s passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

    Example: a variable of a process
      Given server "docs" over stdio
      And the environment variable "DOCS_KEY" is "k1"
      And server "docs" is defined with the variable "KEY" set to "DOCS_KEY"
      And the runtime has started
      And the environment variable "DOCS_KEY" is "k2"
      When server "docs" exits with code 1
      And 1s passes
      Then process 2 of server "docs" was started with:
        | what         | value |
        | variable KEY | k2    |
