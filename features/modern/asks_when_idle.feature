@omp @virtual
Feature: A modern server gets no answer and is asked for nothing that it does not have

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-CLI-28
  Rule: What a modern server asks while nothing is asked of it is not answered either

    Scenario Outline: "<method>" over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        capabilities: {tools: {}}
        tools: [search]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends the request "<method>"
      And 1m passes
      Then server "docs" received these answers:
        """
        """
      And the runtime dropped 1 input of server "docs"
      And server "docs" is connected

      Examples:
        | method     | kind  |
        | ping       | stdio |
        | ping       | ws    |
        | roots/list | stdio |

  @OMP-LC-44
  Rule: A modern server that offers no tools is connected and not asked for them

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        capabilities: {prompts: {}}
        prompts: [review]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "tools/list" 0 times
      And the runtime has the prompts "review" of server "docs"

      Examples:
        | kind  |
        | stdio |
        | http  |
