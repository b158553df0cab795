@omp @virtual
Feature: A server without tools is a server like any other
  Some servers have only resources or prompts. What happens to their connections must not
  depend on a list that is empty.


  @OMP-LC-93
  Rule: A lost connection is made anew, whatever the server offers

    Scenario Outline: no tools, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools ""
      And server "docs" offers the resources "doc:a"
      And the runtime has started
      When server "docs" drops its connections
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |


  @OMP-LC-108
  Rule: What a server without tools and without a connection has is gone when it is disconnected

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools ""
      And server "docs" offers the resources "doc:a"
      And server "docs" offers the prompts "draft"
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      And the counts start anew
      And server "docs" is disconnected
      Then consumers were told of changed resources 1 time
      And consumers were told of changed prompts 1 time
      And the runtime has the prompts "" of server "docs"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-93
  Rule: A lost connection is made anew, also if its tools could not be listed

    Scenario Outline: it stays connected without tools, over <kind>
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      And the runtime has started
      When server "docs" drops its connections
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-93
  Rule: A lost connection is made anew at once, also if a list is about to be asked for

    Example: six notices, of which the last has to wait, and the end
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" exits with code 1
      And 1h passes
      Then server "docs" received "initialize" at "0s, 0s"
