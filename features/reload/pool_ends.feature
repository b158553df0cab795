@qwen @virtual
Feature: The pool says why a connection has ended
  Who looks for a process that is gone must find what ended it: the server itself, the
  time without users, or the program.

  Background:
    Given the pool is on
    And server "docs" over stdio

  @X-QWEN-22
  Rule: What is told of a connection that has ended is its reason, and what was wrong

    Example: its time without users
      Given the user settings define the server "docs"
      And the workspace has started
      When workspace 1 is closed
      And 30s pass
      Then these things happened in the pool in order:
        """
        docs opened
        docs released
        docs closed: idle
        """

    Example: the server, while no program uses it
      Given the user settings define the server "docs"
      And the workspace has started
      When workspace 1 is closed
      And server "docs" exits with code 3
      Then these things happened in the pool in order:
        """
        docs opened
        docs released
        docs closed: lost
        """
      And no timer is pending

    Example: it offers nothing that anybody could want
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{result: {tools: []}}]}
        """
      And the user settings define the server "docs"
      And the workspace has started
      When workspace 1 is closed
      Then these things happened in the pool in order:
        """
        docs opened
        docs released
        docs closed: useless
        """

    Example: it was never open
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{exit: {code: 3}}]}
        """
      And the user settings define the server "docs"
      And the workspace has started
      When 1s passes
      Then these things happened in the pool in order:
        """
        docs opened
        docs closed: failed
        docs released
        """

    Example: all who waited for it have gone
      Given server "docs" answers "initialize" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When workspace 1 is closed
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>closed
        0s pool.acquired c1 id docs::30dc60fa39d887f0 1 opened
        0s pool.released c1 id docs::30dc60fa39d887f0
        0s pool.closed c1 id docs::30dc60fa39d887f0 failed error: nobody waits for the connection any more
        """
