@omp @virtual
Feature: When a server says that a list has changed, the list is fetched again
  Servers gain and lose tools, resources and prompts while they run, and say so.
  The runtime fetches the list that is meant, shows it in place of the old one
  and tells its consumers. Some servers say so all the time.

  @F-51
  Rule: A notice of a changed list replaces that list, whole, and no other

    Example: resources are listed again together with their templates
      Given server "docs" over http with this script:
        """yaml
        pageSize: 1
        tools: [search]
        resources: ["doc:a"]
        prompts: [review]
        """
      When the runtime starts
      And the counts start anew
      And server "docs" changes its resources to "doc:b, doc:c"
      And server "docs" changes its resource templates to "doc:{id}"
      And server "docs" sends the notification "notifications/resources/list_changed"
      Then the runtime has the resources "doc:b, doc:c" of server "docs"
      And the runtime has the resource templates "doc:{id}" of server "docs"
      And consumers were told of changed resources 2 times
      And server "docs" received "resources/list" 2 times
      And server "docs" received "prompts/list" 0 times
      And server "docs" received "tools/list" 0 times

    Example: prompts
      Given server "docs" over stdio
      And server "docs" offers the prompts "review, sum"
      And the runtime has started
      When the counts start anew
      And server "docs" changes its prompts to "sum, test"
      And server "docs" sends the notification "notifications/prompts/list_changed"
      Then the runtime has the prompts "sum, test" of server "docs"
      And consumers were told of changed prompts 1 time
      And server "docs" received "prompts/list" 1 time
      And server "docs" received "resources/list" 0 times

    Example: the host sees the notice at once, before there is a list
      Given server "docs" over stdio
      And server "docs" offers the prompt "review"
      And the runtime has started
      Given server "docs" answers "prompts/list" after 1h
      When server "docs" sends the notification "notifications/prompts/list_changed"
      Then the host saw these notifications of server "docs": "notifications/prompts/list_changed"

    Example: consumers are not told of a list that is the same as before
      Given server "docs" over stdio
      And server "docs" offers the prompt "review"
      And the runtime has started
      When the counts start anew
      And server "docs" sends the notification "notifications/prompts/list_changed"
      Then server "docs" received "prompts/list" 1 time
      And consumers were told of changed prompts 0 times

  @F-53
  Rule: A notice is followed at once; those that come while a list is fetched are followed once, after it

    Scenario Outline: five notices of <method>, 400 ms apart, and a list that takes a second
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the tool "search"
      When the runtime starts
      Given server "docs" answers "<method>" after 1s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [notify: {method: <notice>, count: 5, every: 400ms}]}
        """
      When tool "mcp__docs_search" is called
      And 1h passes
      Then server "docs" received "<method>" at "0s, 0s, 1s, 2s"

      Examples:
        | method         | notice                               |
        | tools/list     | notifications/tools/list_changed     |
        | resources/list | notifications/resources/list_changed |
