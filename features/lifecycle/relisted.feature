@omp @virtual
Feature: A list that is fetched again replaces all of the old one
  Models work from descriptions and schemas as much as from names. A server that
  comes back newer may have the same tools with other parameters, so whole
  definitions are replaced, and the session is given them.

  @OMP-LC-96
  Rule: A list that has become empty leaves no tool

    Scenario Outline: over <kind> after <how>
      Given servers "docs, mail" over <kind>
      And server "docs" offers the tools "read, search"
      And the runtime has started
      When server "docs" changes its tools to ""
      And <how>
      Then the runtime has the tools "mcp__mail_echo"

      Examples:
        | kind  | how                                                                     |
        | stdio | server "docs" exits with code 1                                         |
        | http  | server "docs" ends its stream                                           |
        | http  | server "docs" is reconnected                                            |
        | stdio | server "docs" sends the notification "notifications/tools/list_changed" |

  @OMP-LC-96
  Rule: Tools that are listed again are shown as they are now, description and schema included

    Scenario Outline: another description and another schema under the same name, over <kind> after <how>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{result: {tools: [{name: search, description: new, inputSchema: {type: object, required: [query]}}]}}]
        - when: {method: tools/list, first: 1}
          do: [{result: {tools: [{name: search, description: old, inputSchema: {type: object, required: [q]}}]}}]
        """
      And a session has started
      Then the runtime has these tools:
        | name             | description | schema                                |
        | mcp__docs_search | old         | {"type":"object","required":["q"]}    |
      When <how>
      Then the runtime has these tools:
        | name             | description | schema                                |
        | mcp__docs_search | new         | {"type":"object","required":["query"]} |
      And the session's tools are described as:
        | name             | description | schema                                |
        | mcp__docs_search | new         | {"type":"object","required":["query"]} |

      Examples:
        | kind  | how                                                               |
        | stdio | server "docs" exits with code 1                                   |
        | http  | server "docs" ends its stream                                     |
        | stdio | server "docs" is reconnected                                      |
        | http  | server "docs" sends the notification "notifications/tools/list_changed" |
        | stdio | server "docs" sends the notification "notifications/tools/list_changed" |
        | http  | the session is reloaded                                           |
