@omp @virtual
Feature: A list that says nothing takes nothing away
  A server that is half broken answers a list with null, with an empty object or
  with something else that is no list. That does not say that it has no tools any
  more, so what it had stays, and the log says what was wrong.

  @D-22
  Rule: A malformed list leaves the old set as it is, with a warning

    Scenario Outline: <method> is answered with <result>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [search]
        resources: ["doc:a"]
        templates: ["doc:{id}"]
        prompts: [review]
        """
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [result: <result>]}
        """
      When the counts start anew
      And server "docs" sends the notification "notifications/<notice>/list_changed"
      And 1h passes
      Then server "docs" received "<method>" 1 time
      And the runtime has the <kept>
      And consumers were told of changed <notice> 0 times
      And the log has 1 warning of "docs" with "<why>"
      And the log has 1 record of "docs" with ""
      And the cache was written 1 time

      Examples:
        | method                   | notice    | kind  | result                      | why | kept |
        | tools/list               | tools     | stdio | {tools: null}               | refreshing tools failed reading the result of tools/list: no array "tools" in it | tools "mcp__docs_search" |
        | tools/list               | tools     | http  | {}                          | refreshing tools failed reading the result of tools/list: no array "tools" in it | tools "mcp__docs_search" |
        | tools/list               | tools     | http  | "null"                      | refreshing tools failed reading the result of tools/list | tools "mcp__docs_search" |
        | tools/list               | tools     | stdio | {tools: {}}                 | refreshing tools failed reading the result of tools/list | tools "mcp__docs_search" |
        | tools/list               | tools     | stdio | {tools: [null, 7]}          | some tools cannot be used | tools "mcp__docs_search" |
        | tools/list               | tools     | stdio | {tools: [7]}                 | some tools cannot be used | tools "mcp__docs_search" |
        | resources/list           | resources | http  | {resources: null}           | refreshing resources failed reading the result of resources/list: no array "resources" in it | resources "doc:a" of server "docs" |
        | resources/list           | resources | stdio | {}                          | refreshing resources failed reading the result of resources/list: no array "resources" in it | resources "doc:a" of server "docs" |
        | resources/list           | resources | stdio | {resources: [{name: a}]}    | refreshing resources failed reading the result of resources/list: no definition can be used | resources "doc:a" of server "docs" |
        | resources/templates/list | resources | stdio | {resourceTemplates: null}   | refreshing resource templates failed reading the result of resources/templates/list: no array "resourceTemplates" in it | resource templates "doc:{id}" of server "docs" |
        | resources/templates/list | resources | http  | {templates: []}             | refreshing resource templates failed reading the result of resources/templates/list: no array "resourceTemplates" in it | resource templates "doc:{id}" of server "docs" |
        | prompts/list             | prompts   | http  | {prompts: null}             | refreshing prompts failed reading the result of prompts/list: no array "prompts" in it | prompts "review" of server "docs" |
        | prompts/list             | prompts   | stdio | "7"                         | refreshing prompts failed reading the result of prompts/list | prompts "review" of server "docs" |

    Example: an empty list is a list
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: []}]}
        - {when: {method: resources/list}, do: [result: {resources: []}]}
        """
      When server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/resources/list_changed"
      Then the runtime has the tools ""
      And the runtime has the resources "" of server "docs"
      And the log has 0 records of "docs" with ""

    Example: definitions that cannot be used cost no other
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: [null, {name: search, inputSchema: {type: object}}]}]}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_search"
      And the log has 1 record of "docs" with "some tools cannot be used"

    Scenario Outline: the first list of a start is <result>, and the cached tools stay
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 1s
      And the cache holds the tool "search" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: <result>]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And the cache of server "docs" was not written
      And the log has 1 record of "docs" with "no array "tools" in it"

      Examples:
        | kind  | result        |
        | stdio | {tools: null} |
        | http  | {}            |

    Scenario Outline: after <how> over <kind>, attempts go on until there is a list
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [result: {tools: null}]}
        """
      When <how>
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" is in state "backoff"
      When server "docs" changes its tools to "find"
      And 500ms pass
      Then the runtime has the tools "mcp__docs_find"
      And server "docs" is connected

      Examples:
        | kind  | how                             |
        | stdio | server "docs" exits with code 1 |
        | http  | server "docs" is reconnected    |
