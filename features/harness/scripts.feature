@omp @virtual
Feature: The rules of a script act at their moments
  A script is a list of faults, each with the moments that it is meant for. A fault
  that came at another moment would prove another Rule, or none.

  @HARNESS-23
  Rule: A rule acts at the moments that its conditions name, and at no others

    Scenario Outline: when <when>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: echo, answer: {echo: true}}, {name: bump, commit: bumped}]
        rules:
          - {when: {method: ping, nth: 3}, do: [{state: warm}]}
          - {when: {<when>}, do: [{delay: 1ms}], mayNotHappen: true}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        """
      And the request "ping" is sent
      And the notification "notifications/initialized" is sent
      And 1s passes
      And the request "ping" is sent 2 times at once
      And the request "tools/list" is sent
      And the request "tools/call" is sent with:
        """json
        {"name": "bump", "arguments": {}}
        """
      And the transport is closed
      And 1s passes
      Then server "docs" kept this journal of "fault":
        """
        <met>
        """

      Examples:
        | when                                 | met |
        | method: ping                         | 0s 1 fault ping delay\n1s 1 fault ping delay\n1s 1 fault ping state\n1s 1 fault ping delay |
        | method: pin*                         | 0s 1 fault ping delay\n1s 1 fault ping delay\n1s 1 fault ping state\n1s 1 fault ping delay |
        | method: pong                         | 1s 1 fault ping state |
        | method: tools/call, tool: bump       | 1s 1 fault ping state\n1s 1 fault tools/call delay |
        | method: tools/call, tool: echo       | 1s 1 fault ping state |
        | method: '*', connection: 1           | 0s 1 fault initialize delay\n0s 1 fault ping delay\n0s 1 fault notifications/initialized delay\n1s 1 fault ping delay\n1s 1 fault ping state\n1s 1 fault ping delay\n1s 1 fault tools/list delay\n1s 1 fault tools/call delay |
        | method: ping, connection: 2          | 1s 1 fault ping state |
        | method: ping, nth: 2                 | 1s 1 fault ping delay\n1s 1 fault ping state |
        | method: ping, first: 2               | 0s 1 fault ping delay\n1s 1 fault ping delay\n1s 1 fault ping state |
        | method: ping, every: 2               | 1s 1 fault ping delay\n1s 1 fault ping state |
        | method: ping, after: 1               | 1s 1 fault ping delay\n1s 1 fault ping state\n1s 1 fault ping delay |
        | method: ping, after: 1, nth: 1       | 1s 1 fault ping delay\n1s 1 fault ping state |
        | method: ping, until: 2               | 0s 1 fault ping delay\n1s 1 fault ping delay\n1s 1 fault ping state |
        | method: ping, after: 500ms           | 1s 1 fault ping delay\n1s 1 fault ping state\n1s 1 fault ping delay |
        | method: ping, until: 500ms           | 0s 1 fault ping delay\n1s 1 fault ping state |
        | state: warm                          | 1s 1 fault ping state\n1s 1 fault tools/list delay\n1s 1 fault tools/call delay |
        | method: ping, verb: POST             | 1s 1 fault ping state |
        | method: ping, header: {Accept: '!x'} | 1s 1 fault ping state |
        | phase: spawn                         | 0s 1 fault spawn delay\n1s 1 fault ping state |
        | phase: before-init-reply             | 0s 1 fault initialize delay\n1s 1 fault ping state |
        | phase: after-init-reply              | 0s 1 fault initialize delay\n1s 1 fault ping state |
        | phase: before-initialized            | 0s 1 fault ping delay\n1s 1 fault ping state |
        | phase: listing                       | 1s 1 fault ping state\n1s 1 fault tools/list delay |
        | phase: in-call                       | 1s 1 fault ping state\n1s 1 fault tools/call delay |
        | phase: after-commit                  | 1s 1 fault ping state\n1s 1 fault tools/call delay |
        | phase: idle                          | 0s 1 fault idle delay\n1s 1 fault idle delay\n1s 1 fault ping state\n1s 1 fault idle delay\n1s 1 fault idle delay\n1s 1 fault idle delay |
        | phase: closing                       | 1s 1 fault ping state\n1s 1 fault closing delay |
