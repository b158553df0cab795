@omp @virtual
Feature: The list of tools is asked for on every connection

  @OMP-LC-44 @real
  Rule: What is known of a server's tools from before does not take the place of its list

    Scenario Outline: known from the cache, and from the connection before, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search"
      And the cache holds the tools "old" of server "docs"
      And the runtime has started
      Then server "docs" received "tools/list" 1 time
      And the runtime has the tools "mcp__docs_search"
      When server "docs" changes its tools to "find"
      And server "docs" drops its connections
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And server "docs" received "tools/list" 2 times
      And the runtime has the tools "mcp__docs_find"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-50 @OMP-LC-52 @real
  Rule: Each connection begins with one initialize, whatever its server answers, and notifications/initialized once it has agreed

    Scenario Outline: a server that refuses with <code>
      Given server "docs" over stdio
      And server "docs" answers "initialize" with error <code> "not now"
      When the runtime starts
      And 1h passes
      Then server "docs" received in order:
        """
        initialize
        """

      Examples:
        | code   |
        | -32603 |
        | -32602 |
        | -32600 |

    Scenario Outline: what initialize says, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" is reconnected
      Then "initialize" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "initialize", "params": {"protocolVersion": "2025-03-26",
         "capabilities": {"roots": {"listChanged": false}}, "clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: a server of revision <revision>, twice
      Given server "docs" over stdio with this script:
        """yaml
        revisions: ["<revision>"]
        """
      And the runtime has started
      When server "docs" exits with code 1
      And 1m passes
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        tools/list
        initialize
        notifications/initialized
        tools/list
        """
      And "notifications/initialized" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "method": "notifications/initialized"}
        """

      Examples:
        | revision   |
        | 2024-11-05 |
        | 2025-03-26 |

    Example: a server over HTTP without sessions, twice
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And the runtime has started
      When server "docs" ends its stream
      And 1m passes
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        initialize
        GET
        notifications/initialized
        tools/list
        """
