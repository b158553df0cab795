@omp @virtual
Feature: Switches choose what a handshake says and in which order
  Servers of different ages expect different words. Each switch is one step of the
  runtime's history: the revision it offers, the moment at which it begins to
  listen, and what its request ids look like.

  @D-02
  Rule: The switch handshake.listener decides whether the background stream is opened before or after notifications/initialized

    Scenario Outline: <value>
      Given the switch "handshake.listener" is "<value>"
      And server "docs" over http
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        <second>
        <third>
        tools/list
        """
      And server "docs" is connected

      Examples:
        | value              | second                    | third                     |
        | before-initialized | GET                       | notifications/initialized |
        | after-initialized  | notifications/initialized | GET                       |

  @D-17
  Rule: The switch protocol.revision decides which revision is offered, and with it whether later messages repeat it in a header

    Scenario Outline: <value>
      Given the switch "protocol.revision" is "<value>"
      And server "docs" over http
      When the runtime starts
      Then "initialize" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "initialize", "params": {
          "protocolVersion": "<value>", "capabilities": {"roots": {"listChanged": false}},
          "clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}
        """
      And "initialize" number 1 to server "docs" has no header "Mcp-Protocol-Version"
      And "GET" number 1 to server "docs" <header>
      And "tools/list" number 1 to server "docs" <header>

      Examples:
        | value      | header                                                  |
        | 2025-03-26 | has no header "Mcp-Protocol-Version"                    |
        | 2025-11-25 | has the header "Mcp-Protocol-Version" set to "2025-11-25" |
        | 2025-06-18 | has the header "Mcp-Protocol-Version" set to "2025-06-18" |
        | 2024-11-05 | has no header "Mcp-Protocol-Version"                    |

    Scenario Outline: what each runtime offers and calls itself: <profile>
      Given the runtime of "<profile>" with the server "docs"
      When the runtime starts
      Then "initialize" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "initialize", "params": {
          "protocolVersion": "<revision>", "capabilities": {"roots": {"listChanged": false}},
          "clientInfo": {"name": "<name>", "version": "<version>"}}}
        """
      And the tools of "docs" are offered and no others
      And the request ids that server "docs" saw are "<ids>"

      Examples:
        | profile            | revision   | name                 | version | ids            |
        | omp                | 2025-03-26 | omp-coding-agent     | 1.0.0   | string, string |
        | hardened           | 2025-03-26 | omp-coding-agent     | 1.0.0   | string, string, string |
        | qwen               | 2025-06-18 | qwen-code-mcp-client | 0.0.1   | 1, 2           |
        | qwen with a pool   | 2025-06-18 | qwen-code-mcp-client | 0.0.1   | 1, 2           |
        | room               | 2025-06-18 | RoomServer           | 1.0.0   | 1, 2           |
        | agents             | 2025-11-25 | mcp                  | 0.1.0   | 1, 2           |
        | agents in parallel | 2025-11-25 | mcp                  | 0.1.0   | 1, 2           |

    Scenario Outline: the header names what was agreed upon, not what was offered, with sessions <sessions>
      Given the switch "protocol.revision" is "2025-11-25"
      And server "docs" over http with this script:
        """yaml
        revisions: ["2025-06-18"]
        http: {sessions: <sessions>}
        """
      When the runtime starts
      Then "notifications/initialized" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-06-18"
      And "tools/list" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-06-18"

      Examples:
        | sessions |
        | true     |
        | false    |

  @D-04
  Rule: The switch rpc.ids decides whether request ids are unique strings or count from 1

    Scenario Outline: <value>
      Given the switch "rpc.ids" is "<value>"
      And server "docs" over stdio
      And server "mail" over http
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And server "docs" exits with code 1
      Then server "docs" received "initialize" 2 times
      And the request ids that server "docs" saw are "<docs>"
      And the request ids that server "mail" saw are "<mail>"

      Examples:
        | value     | docs                                      | mail           |
        | snowflake | string, string, string, string, string    | string, string |
        | integer   | 1, 2, 3, 1, 2                             | 1, 2           |

    Example: beyond nine they have two digits
      Given the switch "rpc.ids" is "integer"
      And server "docs" over stdio
      And a connected transport to server "docs"
      When the request "ping" is sent 12 times in a row
      Then requests 1 to 12 succeed
      And the request ids that server "docs" saw are "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"
