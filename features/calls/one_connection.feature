@omp @virtual
Feature: Calls share the connection that is there

  @OMP-LC-77 @real
  Rule: However often a live tool is called, and whatever it answers, each call is sent once over the same connection

    Scenario Outline: five calls, of which the tool fails the second, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [{name: search, answer: {text: found}}]
        rules:
          - when: {method: tools/call, nth: 2}
            do: [{result: {content: [{type: text, text: broken}], isError: true}}]
        """
      And the runtime has started
      When the counts start anew
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And tools of "docs" are called
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      Then call 2 returns the error text "Error: broken"
      And call 5 returns "found"
      And server "docs" received "tools/call" 5 times
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: while the server announces more lists than are asked for, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When the counts start anew
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
