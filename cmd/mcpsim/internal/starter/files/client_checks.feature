# Checks of your own: docs/validate.md shows more. The script of a server is that of mcpsim serve.
@target
Feature: What we ask of our client

  @X-OURS-1 @SHOULD
  Rule: A server that lists slowly is waited for
    Fix: give listing the patience of a call

    Example: one second
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{delay: 1s}]
        """
      When the client runs
      Then the client has done what it was asked for
