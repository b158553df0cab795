@omp @virtual
Feature: What needs a connection says so when there is none
  Only calls of tools wait for a server or bring it back. Everything else that
  needs a connection fails at once and says which server is not there.

  @F-23
  Rule: Reading and filling in need the existing connection, and a call needs a name of the view

    Scenario Outline: <what>
      Given servers "docs, mail" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      And the counts start anew
      And <asked>
      And 1h passes
      Then call 1 fails with "MCP server not connected: <server>"
      And call 1 ended at <at>
      And server "docs" was started 0 times

      Examples:
        | what                         | asked                                      | server | at |
        | a resource                   | resource "doc:a" of server "docs" is read  | docs   | 1h |
        | a prompt                     | prompt "review" of server "docs" is filled in | docs | 1h |
