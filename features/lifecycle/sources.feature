@omp @virtual
Feature: People see where the definition of each server came from
  A server that is wrong, off or slow is looked up in its file. So its source is
  known whatever becomes of it, and it is that of the newest definition.

  @OMP-LC-27 @OMP-LC-35
  Rule: The source of each server is its own, and that of the newest start

    Example: each has its own, and the newest start counts, also for a server that it leaves alone
      Given servers "bad, off, docs, late" over http
      And server "bad" is defined with url ""
      And server "off" is disabled
      And server "late" never answers "initialize"
      And servers "bad, off" come from the provider "Claude Code"
      And servers "docs, late" come from the provider "Cursor"
      When the runtime starts
      Then the source of servers "bad, off" is the provider "Claude Code"
      And the source of servers "docs, late" is the provider "Cursor"
      Given servers "bad, off, docs, late" come from the provider "VS Code"
      When the runtime starts
      Then the source of servers "bad, off, docs, late" is the provider "VS Code"

    Example: one that has to wait for the end of its earlier life
      Given server "docs" over stdio
      And server "docs" comes from the provider "Cursor"
      And server "docs" follows these rules:
        """yaml
        - {when: {phase: closing}, do: [{delay: 900ms}]}
        """
      And the runtime has started
      When server "docs" begins to be disconnected
      And the runtime starts server "docs"
      Then the source of servers "docs" is the provider "Cursor"
      And server "docs" was started 1 time
