@omp @virtual
Feature: A tool that changes something

  @X-1
  Rule: A call that may have changed something is not made twice

    Example: the process dies in the call
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{delay: 20ms}]
        - when: {method: tools/list}
          do: [{delay: 40ms}]
        - when: {method: tools/call, nth: 1}
          do: [{exit: 137}]
        """
      And server "mail" over stdio
      And the runtime has started
      When 1h passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hello"}
        """
      And 1h passes
      Then call 1 returns "hello"
      And server "docs" was started 1 time
