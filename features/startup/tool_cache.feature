@omp @virtual
Feature: The tool cache is a help and never a hazard
  What a server listed is remembered for the next session. Whatever goes wrong
  with that memory costs time, not tools.

  @OMP-LC-45
  Rule: A successful list is written to the tool cache

    Example: once per listing
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      When the runtime starts
      Then the cache of server "docs" holds the tools "read, search"
      And the cache was written 1 time

  @OMP-LC-46
  Rule: A cache that cannot be written changes nothing else

    Example: tools are live and no error is reported
      Given server "docs" over stdio
      And the cache cannot be written
      When the runtime starts
      Then startup reported no errors
      And server "docs" is connected
      And the runtime has these tools:
        | name           | kind |
        | mcp__docs_echo | live |
