@agents @virtual
Feature: A caller that gives up is not kept waiting by retries
  Retries are for the caller. Once it has left, on its own or because its time was
  up, nothing more is sent for it and what was opened for it is closed.

  @OAI-41 @OAI-42
  Rule: A caller that gives up gets its cancellation and no isolated session

    Scenario Outline: given up while the shared try is under way, budget <budget>
      Given server "docs" over http
      And server "docs" never answers "tools/call"
      And requests to server "docs" are retried <budget> times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 2s pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 2s
      And requests to server "docs" waited ""
      And server "docs" received "initialize" 1 time

      Examples:
        | budget |
        | 0      |
        | 3      |

    Scenario Outline: the caller's deadline passes during <method>, over <transport>
      Given server "docs" over <transport>
      And server "docs" never answers "<method>"
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 2s pass
      And the deadline of operation 2 passes
      And 1h passes
      Then operation 2 fails with "context deadline exceeded"
      And operation 2 ended at 2s
      And requests to server "docs" took 1 shared and 0 isolated tries

      Examples:
        | transport | method     |
        | stdio     | tools/call |
        | http      | tools/call |
        | stdio     | tools/list |
        | http      | tools/list |

    Scenario Outline: given up while the last try over <transport> is under way
      Given server "docs" over <transport>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, first: 1}, do: [{error: {code: -32000, message: no}}]}
        - {when: {method: <method>, after: 1}, do: [never]}
        """
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 2s pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 2s
      And server "docs" received "<method>" 2 times
      And server "docs" received "initialize" 1 time

      Examples:
        | transport | method     |
        | stdio     | tools/call |
        | stdio     | tools/list |
        | http      | tools/call |
        | http      | tools/list |

    Example: given up during the wait for the next shared try
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: 503}]}
        """
      And requests to server "docs" are retried without end
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 500ms pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 500ms
      And requests to server "docs" took 1 shared and 1 isolated tries
      And no timer is pending

  @OAI-50
  Rule: A caller that gives up during the isolated try gets its cancellation, and that session is closed

    Scenario Outline: given up while the isolated session <when>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        - {when: {method: <method>, after: 1}, do: [never]}
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 2s pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 2s
      And server "docs" received "initialize" 2 times
      And server "docs" received "DELETE" <ended> times

      Examples:
        | when             | method     | ended |
        | is being opened  | initialize | 0     |
        | waits for answer | tools/call | 1     |
