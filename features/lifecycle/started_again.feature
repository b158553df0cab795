@omp @virtual
Feature: A server that is started again keeps what it had until there is something new
  A server that was given up may be started again by hand. Until it has told what
  it offers now, a session goes on with what it offered before.

  Background:
    Given server "docs" over stdio
    And server "docs" offers the resource "doc:a"

  @OMP-LC-102
  Rule: What a server offered stays visible while it is started again

    Example: resources, when a server that was given up is started again
      Given the runtime has started
      When server "docs" goes down
      And 1h passes
      And server "docs" comes up
      Given server "docs" answers "initialize" after 5s
      When server "docs" changes its resources to "doc:b"
      And the runtime starts server "docs"
      And 4999ms pass
      Then the runtime has the resources "doc:a" of server "docs"
      When 1ms passes
      Then the runtime has the resources "doc:b" of server "docs"
