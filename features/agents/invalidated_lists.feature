@agents @virtual
Feature: An invalidated list of tools is fetched once more, by one for all
  Who asks while that is under way waits for it, as for the first one.

  Background:
    Given server "docs" over http
    And server "docs" offers the tool "search"
    And server "docs" caches its tools

  @OAI-63
  Rule: Agents that ask at once after an invalidation share one fetch

    Scenario Outline: <mode>
      Given server "docs" answers "tools/list" after 2s
      And <mode>
      And the manager has connected its servers
      When agent "writer" lists its tools
      And 5s pass
      And the tools of server "docs" are invalidated
      And agent "writer" lists its tools
      And agent "reader" lists its tools
      And 5s pass
      Then listing 2 has the tools "search"
      And listing 3 has the tools "search"
      And server "docs" received "tools/list" 2 times

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
