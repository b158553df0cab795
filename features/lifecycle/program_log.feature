@omp @virtual
Feature: A program's own log gets what the runtime has to say
  Programs have a log already. Records of the runtime go there, with their time,
  level, server and error, and events that are no records stay out of it.

  @X-LOG-01
  Rule: Each record goes to the program's logger, at its level, with server and error as attributes

    Example: a logger for error and above
      Given the program has a logger for error and above
      And the cache cannot be written
      And the environment variable "OMP_MCP_TIMEOUT_MS" is "soon"
      And server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      Then the program's logger has:
        """
        time=7.5s level=ERROR msg="MCP reconnect failed after retries" server=docs error="exec: \"docs\": executable file not found in $PATH"
        """

    Example: a logger for debug and above
      Given the program has a logger for debug and above
      And the cache cannot be written
      And the environment variable "OMP_MCP_TIMEOUT_MS" is "soon"
      And server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      Then the program's logger has:
        """
        time=0s level=WARN msg="Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number" server=docs
        time=0s level=WARN msg="writing the tool cache failed" server=docs error="cache cannot be written"
        time=0s level=WARN msg="Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number" server=docs
        time=500ms level=WARN msg="Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number" server=docs
        time=1.5s level=WARN msg="Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number" server=docs
        time=3.5s level=WARN msg="Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number" server=docs
        time=7.5s level=WARN msg="Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number" server=docs
        time=7.5s level=ERROR msg="MCP reconnect failed after retries" server=docs error="exec: \"docs\": executable file not found in $PATH"
        """

    Example: what is no server's has none
      Given the program has a logger for debug and above
      And discovery fails with "oops"
      When a session starts
      Then the program's logger has:
        """
        time=0s level=ERROR msg="loading tools from .mcp.json failed" error=oops
        """
