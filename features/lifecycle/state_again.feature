@omp @virtual
Feature: Every handshake is seen, and every connection
  A server is called what it is at that moment, over every kind of transport, the first time and
  every time after it, and each way to ask says the same.

  @OMP-LC-24 @real
  Rule: During every handshake a server is connecting

    Scenario Outline: the first and the second, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 1s
      When the runtime starts
      Then server "docs" is connecting
      And server "docs" is in state "handshaking"
      When the clock reaches 1s
      Then server "docs" is connected
      When server "docs" drops its connections
      And the clock reaches 1500ms
      Then server "docs" is connecting
      And server "docs" is in state "handshaking"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-31 @real
  Rule: From the end of the handshake a server is connected, the first time while its tools are listed

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, connection: 1}, do: [{delay: 1s}]}
        """
      When the runtime starts
      Then server "docs" is in state "listing"
      And server "docs" is connected
      When the clock reaches 1s
      And server "docs" drops its connections
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-27 @real
  Rule: The whole source of a definition is known before its server is connected, over every kind of transport

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "initialize"
      And server "docs" comes from the provider "Cursor"
      When the runtime starts
      Then server "docs" is connecting
      And the source of server "docs" is known
      And the source of servers "docs" is the provider "Cursor"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

    Example: its file is part of it
      Given server "docs" over http
      And server "docs" never answers "initialize"
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"type": "http", "url": "http://docs.test/mcp"}}}
        """
      When the runtime discovers and starts
      Then server "docs" is connecting
      And the source of server "docs" is a file of the project
