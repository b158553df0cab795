@omp @virtual
Feature: A list that is under way shows as such until it has come
  Neither the transport nor a notice in between makes tools that are not there.

  @OMP-LC-25
  Rule: Between the handshake and the end of tools/list the tools are pending over every transport, and whatever is said meanwhile

    Scenario Outline: the first over <kind>, <notice>
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" after 2s
      When the runtime starts
      And 1s passes
      And <notice>
      Then server "docs" is in state "listing"
      And the runtime has the tools ""
      When 1s passes
      Then the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  | notice                                                                  |
        | stdio | 1ms passes                                                              |
        | ws    | 1ms passes                                                              |
        | sse   | 1ms passes                                                              |
        | stdio | server "docs" sends the notification "notifications/tools/list_changed" |
        | http  | server "docs" sends the notification "notifications/tools/list_changed" |
        | ws    | server "docs" sends the notification "notifications/tools/list_changed" |
        | http  | server "docs" sends the notification "notifications/message"            |

    Scenario Outline: the next over <kind>, <notice>
      Given server "docs" over <kind>
      And the runtime has started
      Given server "docs" answers "tools/list" after 2s
      When 1m passes
      And server "docs" is reconnected
      And 1s passes
      And <notice>
      Then server "docs" is in state "listing"
      And server "docs" is connecting
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  | notice                                                                  |
        | stdio | 1ms passes                                                              |
        | ws    | 1ms passes                                                              |
        | sse   | 1ms passes                                                              |
        | stdio | server "docs" sends the notification "notifications/tools/list_changed" |
        | http  | server "docs" sends the notification "notifications/tools/list_changed" |
        | ws    | server "docs" sends the notification "notifications/tools/list_changed" |
        | http  | server "docs" sends the notification "notifications/message"            |

    Scenario Outline: a list that fails, over <kind>, which makes no server ready
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" with error -32000 "no"
      When the runtime starts
      And 1m passes
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>failed error: MCP error -32000: no
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-35
  Rule: The source of a server is that of the newest start, also while it reconnects

    Scenario Outline: over <kind>, <when>
      Given server "docs" over <kind>
      And server "docs" comes from the provider "Cursor"
      And the runtime has started
      When server "docs" goes down
      And <pause> pass
      Then server "docs" is in state "<state>"
      Given server "docs" comes from the provider "VS Code"
      When the runtime starts server "docs"
      Then the source of servers "docs" is the provider "VS Code"

      Examples:
        | kind  | when               | pause | state   |
        | stdio | between attempts   | 2s    | backoff |
        | http  | between attempts   | 2s    | backoff |
        | stdio | after the last one | 1m    | failed  |
