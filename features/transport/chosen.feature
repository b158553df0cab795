@omp @virtual
Feature: The type of a definition alone chooses the transport

  @OMP-TP-09
  Rule: Without a type, or with "stdio", a definition is one of a process, whatever other fields it has

    Scenario Outline: the type "<type>" with <field>, and no command
      Given server "docs" over http
      And server "docs" is defined with type "<type>"
      And server "docs" is defined with <what>
      When the runtime starts
      And 1h passes
      Then server "docs" received nothing
      And startup reported these errors:
        | server | error                                             |
        | docs   | Server "docs": stdio server requires "command" field |

      Examples:
        | type  | field   | what                             |
        |       | url     | url "http://docs.test/mcp"       |
        |       | headers | the header "X-Key" set to "k"    |
        | stdio | url     | url "http://docs.test/mcp"       |

  @OMP-TP-10 @OMP-TP-11
  Rule: Neither the path of an address nor a refusal turns a server of type "http" or "sse" into one of the old transport

    Scenario Outline: type <type>, with the path <path>
      Given server "docs" over <type> with this script:
        """yaml
        http: {path: <path>}
        """
      And server "docs" is defined with url "http://docs.test<path>"
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """

      Examples:
        | type | path     |
        | http | /sse     |
        | sse  | /sse     |
        | sse  | /mcp/sse |

    Scenario Outline: type <type>, refused with <status>
      Given server "docs" over <type>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{status: <status>}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "POST" 1 time
      And server "docs" received "GET" 0 times
      And server "docs" is disconnected

      Examples:
        | type | status |
        | http | 400    |
        | http | 404    |
        | http | 405    |
        | sse  | 400    |
        | sse  | 404    |
        | sse  | 405    |

    Example: not even on a second connection
      Given server "docs" over sse
      And the runtime has started
      When server "docs" drops its connections
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "initialize" 2 times
      And server "docs" received "GET" 2 times
