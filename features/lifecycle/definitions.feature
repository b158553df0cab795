@omp @virtual
Feature: Definitions are kept as written and looked up for every connection
  A definition may name a secret instead of holding it. The runtime looks the
  secret up when it connects, uses it on the wire, and keeps what was written:
  what is kept can be shown, and what is looked up again can be rotated.

  @OMP-LC-29
  Rule: A secret that was looked up is on the wire and nowhere in what the runtime keeps or reports

    Example: a token in a header
      Given the secret "DOCS_TOKEN" is "tok-1"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "DOCS_TOKEN"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "tok-1"
      And the runtime's saved state does not contain "tok-1"
      And the trace does not contain "tok-1"

  @OMP-LC-30
  Rule: Every reconnect looks values up again

    Example: a secret that was rotated between two connections
      Given the secret "DOCS_TOKEN" is "tok-1"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "DOCS_TOKEN"
      When the runtime starts
      Given the secret "DOCS_TOKEN" is "tok-2"
      When server "docs" ends its stream
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "tok-1"
      And "initialize" number 2 to server "docs" has the header "X-Token" set to "tok-2"
      And "tools/list" number 2 to server "docs" has the header "X-Token" set to "tok-2"

  @OMP-LC-41
  Rule: Values are looked up before anything is sent or started

    Example: the first message over HTTP has the value
      Given the environment variable "DOCS_KEY" is "key-1"
      And server "docs" over http
      And server "docs" is defined with the header "X-Key" set to "DOCS_KEY"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "X-Key" set to "key-1"

    Example: the first process has the value
      Given the environment variable "DOCS_KEY" is "key-1"
      And server "docs" over stdio
      And server "docs" is defined with the variable "KEY" set to "DOCS_KEY"
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what         | value |
        | variable KEY | key-1 |
