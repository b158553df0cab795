@agents @virtual
Feature: The second connection keeps what the first one promised
  Turns, isolated sessions and retries belong to a server, not to the connection that it
  happened to have first. And nobody but its owner closes a connection.

  @OAI-37 @OAI-78
  Rule: Requests take turns over every connection, also those that are tried again

    Example: after a reconnect
      Given server "docs" over http
      And server "docs" answers "tools/call" after 3s
      And the manager has connected its servers
      When the manager reconnects all servers
      And the program sends "tools/call" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 10s pass
      Then operation 3 ended at 3s
      And operation 4 ended at 6s
      And server "docs" had at most 1 request in flight

    Example: a retry comes while another request is under way
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{error: {code: -32000, message: no}}]}
          - {when: {method: prompts/list}, do: [{delay: 3s}]}
        """
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 500ms pass
      And the program sends "prompts/list" to server "docs"
      And 10s pass
      Then operation 3 ended at 3500ms
      And operation 2 ended at 3500ms
      And server "docs" had at most 1 request in flight

  @OAI-42
  Rule: The second connection has isolated sessions, too

    Example: the first call after a reconnect
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        """
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the manager reconnects all servers
      And the program sends "tools/call" to server "docs"
      Then operation 3 succeeds
      And requests to server "docs" took 1 shared and 1 isolated tries
      And server "docs" received "initialize" 3 times

  @OAI-01 @OAI-39
  Rule: Neither a request that is given up nor the end of an isolated session closes the shared connection

    Scenario Outline: <end>, over <transport>
      Given server "docs" over <transport>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [never]}
        """
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1s passes
      And <end>
      And the program sends "tools/call" to server "docs"
      And 10s pass
      Then operation 3 succeeds
      And server "docs" received "initialize" 1 time
      And server "docs" received "DELETE" 0 times

      Examples:
        | transport | end                                |
        | http      | the program gives up operation 2   |
        | http      | the deadline of operation 2 passes |
        | stdio     | the program gives up operation 2   |
        | ws        | the program gives up operation 2   |

    Example: an isolated session ends while another request waits for its turn
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
          - {when: {method: prompts/list}, do: [{delay: 3s}]}
        """
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "prompts/list" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 10s pass
      Then operations 2 to 4 succeed
      And server "docs" received "initialize" 2 times
      And server "docs" received "DELETE" 1 time

  @OAI-50
  Rule: A caller whose deadline passes during the isolated try gets that, and the session is closed

    Example: two seconds after the call
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        - {when: {method: tools/call, after: 1}, do: [never]}
        """
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 2s pass
      And the deadline of operation 2 passes
      And 1h passes
      Then operation 2 fails with "context deadline exceeded"
      And operation 2 ended at 2s
      And requests to server "docs" took 1 shared and 1 isolated tries
      And server "docs" received "DELETE" 1 time

  @OAI-37 @OAI-41
  Rule: A request that waits for its turn ends when its caller gives up, and is never sent

    Scenario Outline: <end>
      Given server "docs" over http
      And server "docs" answers "tools/call" after 4s
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 2s pass
      And <end>
      And 10s pass
      Then operation 3 ended at 2s
      And operation 2 succeeds
      And server "docs" received "tools/call" 1 time

      Examples:
        | end                                |
        | the program gives up operation 3   |
        | the deadline of operation 3 passes |
