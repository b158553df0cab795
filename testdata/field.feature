@omp @virtual
Feature: A failure from the field
  The scenario that the README shows.

  @X-1
  Rule: A process that dies in a call is replaced, and the call is repeated once

    Example: exit while the answer is due
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, nth: 1}
          do: [{exit: 137}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hello"}
        """
      And 1s passes
      Then call 1 returns "hello"
      And server "docs" was started 2 times
