# mcpsim steps shows all steps, mcpsim help tags the tags, docs/scripts.md the rules of servers.
@omp @virtual
Feature: What must hold when our servers misbehave

  @X-1
  Rule: A server that answers late holds up no other

    Example: one takes an hour
      Given server "docs" over stdio
      And server "slow" over stdio
      And server "slow" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{delay: 1h}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
