@omp @virtual
Feature: A server without a connection can be disconnected
  There is something to forget all the same: where its definition came from, and tools
  that were kept while it was tried again.

  @OMP-LC-108 @real
  Rule: Disconnecting a server that was refused or is lost forgets where it came from and what it offered

    Example: a definition that was refused
      Given server "docs" over stdio
      And server "docs" is defined with type "pigeon"
      And the runtime has started
      Then the source of server "docs" is known
      When server "docs" is disconnected
      Then the source of server "docs" is unknown

    Scenario Outline: one over <kind> that has not come back
      Given servers "docs, mail" over <kind>
      And server "docs" offers the prompt "review"
      And the runtime has started
      When server "docs" goes down
      And 1m passes
      Then the runtime has the tools "mcp__docs_echo, mcp__mail_echo"
      When the counts start anew
      And server "docs" is disconnected
      Then the runtime has the tools "mcp__mail_echo"
      And the runtime has the prompts "" of server "docs"
      And consumers were told of changed tools 1 time
      And consumers were told of changed prompts 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
