@agents @virtual
Feature: What has ended in trouble leaves nothing either

  @OAI-77
  Rule: A cleanup that takes too long, and a connection that was lost, leave nothing

    Example: the farewell is never answered
      Given server "a" over http
      And server "a" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      And the manager connects its servers in parallel
      And the manager gives up cleaning up a server after 1s
      And the manager has connected its servers
      When the manager cleans up
      And 1m passes
      Then nothing is left of the servers "a"

    Example: it is connected anew after a loss
      Given server "a" over http
      And the manager has connected its servers
      When 1s passes
      And server "a" ends its stream
      And the manager connects its servers
      And 1s passes
      Then server "a" received "initialize" 2 times
      And server "a" received "DELETE" 1 time
      When the manager cleans up
      And 1m passes
      Then nothing is left of the servers "a"

  @OAI-66
  Rule: A filter of names works at once on the list that is kept, whether it shows or hides

    Scenario Outline: it comes to <filter>
      Given server "docs" over http
      And server "docs" offers the tools "search, read, delete"
      And server "docs" caches its tools
      And an agent "writer"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the filter of server "docs" changes to <filter>
      And agent "writer" lists its tools
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 2 has the tools "<shown>"
      And server "docs" received "tools/list" 1 time

      Examples:
        | filter                     | shown        |
        | show only "search"         | search       |
        | hide "read"                | search, delete |
        | hide "search, read, delete" |             |
