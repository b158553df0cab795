@agents @virtual
Feature: Turns and ends are the same for the second connection and the third retry
  What was tried once is believed of all connections and of all budgets. It has to hold there, too.

  @OAI-37 @OAI-38 @OAI-78
  Rule: After a reconnect requests of every kind take turns as before

    Example: seven at once
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        rules:
          - {when: {phase: listing}, do: [{delay: 1s}]}
          - {when: {method: tools/call}, do: [{delay: 1s}]}
          - {when: {method: prompts/get}, do: [{delay: 1s}]}
          - {when: {method: resources/read}, do: [{delay: 1s}]}
        """
      And the manager has connected its servers
      When the manager reconnects all servers
      And the program sends these requests to server "docs":
        """
        tools/list
        tools/call
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """
      And 20s pass
      Then operations 3 to 9 succeed
      And the operations ended in the order "1, 2, 3, 4, 5, 6, 7, 8, 9"
      And operation 9 ended at 7s
      And server "docs" had at most 1 request in flight

  @OAI-03
  Rule: However many retries are left, what a request has opened ends before the shared session

    Scenario Outline: <budget> retries
      Given server "a" over http
      And server "a" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        - {when: {method: tools/call, after: 1}, do: [never]}
        """
      And requests to server "a" are retried <budget>
      And the manager has connected its servers
      When the program sends "tools/call" to server "a"
      And 1s passes
      And the manager cleans up
      Then the trace tells of managed server "a":
        """
        program work.start connect
        program session.opened shared
        program work.end connect ok
        a/request-1 work.start tools/call echo
        a/request-1 attempt.start tools/call echo shared
        a/request-1 attempt.fail tools/call echo shared
        a/request-1 attempt.start tools/call echo isolated
        a/request-1 session.opened isolated
        program work.start cleanup
        a/request-1 session.closed isolated
        a/request-1 attempt.fail tools/call echo isolated
        a/request-1 work.end tools/call echo failed
        program session.closed shared
        program work.end cleanup ok
        """

      Examples:
        | budget      |
        | 1 time      |
        | 3 times     |
        | without end |

  @OAI-03
  Rule: What listens to a modern server ends before its transport

    Example: the server is told over a pipe
      Given server "a" over stdio with this script:
        """yaml
        era: modern
        capabilities: {tools: {listChanged: true}}
        """
      And server "a" is defined with era "modern"
      And the manager has connected its servers
      When the counts start anew
      And the manager cleans up
      Then server "a" received in order:
        """
        notifications/cancelled
        """

  @OAI-24
  Rule: What was connected before a strict attempt stays so when a server takes too long

    Scenario Outline: <mode>
      Given servers "a, b" over http
      And server "b" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And the manager is strict
      And the manager gives up connecting a server after 3s
      And <mode>
      And the manager has connected its servers
      When the program cleans up server "b"
      And the manager connects its servers
      And 20s pass
      Then server "a" received "DELETE" 0 times
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a       |

      Examples:
        | mode                                               |
        | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       |
