@omp @virtual
Feature: Resources, prompts and instructions come after the tools, if at all
  A server may offer more than tools. A session can do without that, so it is
  loaded behind the tools, delays nobody, and when it fails there is a line in
  the log and nothing else.

  @OMP-LC-47 @real
  Rule: Resources, templates, prompts and subscriptions are loaded only after the tools

    Example: the list of tools takes a second
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        tools: [search]
        resources: ["doc:a"]
        templates: ["doc:{id}"]
        prompts: [review]
        """
      And server "docs" answers "tools/list" after 1s
      When the runtime starts
      And 1s passes
      Then server "docs" received "tools/list" at "0s"
      And server "docs" received "resources/list" at "1s"
      And server "docs" received "resources/templates/list" at "1s"
      And server "docs" received "prompts/list" at "1s"
      And server "docs" received "resources/subscribe" at "1s"

    Example: after a reconnect as well
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And the runtime has started
      And server "docs" answers "tools/list" after 1s
      When server "docs" exits with code 1
      And 1s passes
      Then server "docs" received "tools/list" at "0s, 0s"
      And server "docs" received "resources/list" at "0s, 1s"
      And server "docs" received "prompts/list" at "0s, 1s"

    Example: all pages, and then the whole is there to be seen
      Given server "docs" over http with this script:
        """yaml
        pageSize: 2
        tools: [search]
        resources: ["doc:a", "doc:b", "doc:c"]
        templates: ["doc:{id}"]
        prompts: [review, sum, test]
        """
      When the runtime starts
      Then server "docs" received "resources/list" 2 times
      And the runtime has the resources "doc:a, doc:b, doc:c" of server "docs"
      And the runtime has the resource templates "doc:{id}" of server "docs"
      And the runtime has the prompts "review, sum, test" of server "docs"

    Example: tools that cannot be listed leave nothing to be loaded
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/list" with error -32000 "no"
      When the runtime starts
      And 1h passes
      Then server "docs" received "resources/list" 0 times

  @OMP-LC-48 @real
  Rule: A failure behind the tools leaves tools and status as they are and is no error of start-up

    Scenario Outline: <method> fails
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over <kind> with this script:
        """yaml
        tools: [search]
        resources: ["doc:a"]
        prompts: [review]
        """
      And server "docs" answers "<method>" with error -32000 "no"
      When the runtime starts
      And 1h passes
      Then startup reported no errors
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_search"
      And the log has 1 record of "docs" with "<text> failed MCP error -32000: no"
      And server "docs" received "<method>" 1 time

      Examples:
        | method                   | kind  | text                       |
        | resources/list           | stdio | loading resources          |
        | resources/templates/list | http  | loading resource templates |
        | prompts/list             | stdio | loading prompts            |
        | resources/subscribe      | http  | subscribing to doc:a       |

    Example: one list that fails does not cost the others
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the resource template "doc:{id}"
      And server "docs" offers the prompt "review"
      And server "docs" answers "resources/templates/list" with error -32000 "no"
      When the runtime starts
      Then the runtime has the resources "doc:a" of server "docs"
      And the runtime has the resource templates "" of server "docs"
      And the runtime has the prompts "review" of server "docs"

    Example: a list that is never answered holds nobody up
      Given server "docs" over stdio
      And server "docs" has a timeout of 0
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And server "docs" offers the tool "search"
      And server "docs" never answers "resources/list"
      When the runtime starts
      Then startup returned at 0s
      When server "docs" changes its tools to "read"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the runtime has the tools "mcp__docs_read"
      And the runtime has the prompts "review" of server "docs"

  @FF-33
  Rule: A server is asked for what it advertised only, and what it then does not know it does not have

    Example: nothing is advertised, nothing is asked
      Given server "docs" over stdio
      When the runtime starts
      Then server "docs" received in order:
        """text
        initialize
        notifications/initialized
        tools/list
        """

    Example: resources are advertised, templates are unknown
      Given server "docs" over http
      And server "docs" offers the resource "doc:a"
      And server "docs" answers "resources/templates/list" with error -32601 "Method not found"
      When the runtime starts
      Then the runtime has the resources "doc:a" of server "docs"
      And the log has 0 records of "docs" with ""

    Example: what is not offered cannot be read
      Given server "docs" over http
      And server "docs" offers the prompt "review"
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And prompt "review" of server "docs" is filled in
      Then call 1 fails with "MCP server offers no resources"
      And call 2 returns "review"
      And server "docs" received "resources/read" 0 times
