@qwen @virtual
Feature: The era of a server in settings is its own
  Which protocol a server is talked to in belongs to its definition, whatever it is reached over.

  @MOD-08
  Rule: What settings say of the era of a server outranks what the runtime does with all

    Scenario Outline: over <kind>, <era>
      Given server "docs" over <kind> with this script:
        """yaml
        era: dual
        """
      And server "mail" over <kind> with this script:
        """yaml
        era: dual
        """
      And the user settings define the servers "docs, mail"
      And "mcpServers.docs.era" is "<era>" in the user settings
      When the workspace starts
      And 1m passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 0 times
      And server "mail" received "initialize" 1 time

      Examples:
        | kind  | era    |
        | stdio | auto   |
        | stdio | modern |
        | http  | auto   |
        | ws    | auto   |
