@omp @virtual
Feature: With a server goes everything it offered
  Resources, prompts and instructions of a server that was disconnected would be
  dead buttons. They disappear with it, and consumers are told. A server that is
  only out of reach for a while keeps them, as it keeps its tools.

  @OMP-LC-112
  Rule: Disconnecting a server takes its resources and prompts out of view

    @real
    Scenario Outline: <how>
      Given server "docs" over stdio with this script:
        """yaml
        resources: ["doc:a"]
        templates: ["doc:{id}"]
        prompts: [review]
        """
      And server "mail" over stdio with this script:
        """yaml
        prompts: [reply]
        """
      And the runtime has started
      Then consumers were told of changed prompts 2 times
      When the counts start anew
      And <how>
      Then the runtime has the resources "" of server "docs"
      And the runtime has the resource templates "" of server "docs"
      And the runtime has the prompts "" of server "docs"
      And the runtime has the prompts "<left>" of server "mail"
      And consumers were told of changed prompts <told>
      And consumers were told of changed resources 2 times

      Examples:
        | how                           | left  | told    |
        | server "docs" is disconnected | reply | 1 time  |
        | all servers are disconnected  |       | 2 times |

    Example: the session that they belong to is closed
      Given server "docs" over stdio
      And server "docs" offers the prompt "review"
      And server "docs" offers the resource "doc:a"
      And a session has started
      When the counts start anew
      And the session is closed
      Then consumers were told of changed prompts 1 time
      And consumers were told of changed resources 1 time

    Scenario Outline: a server that has never offered anything goes without notice, with <removal>
      Given the switch "tools.removal" is "<removal>"
      And server "docs" over stdio
      And server "docs" cannot be started
      And the runtime has started
      When server "docs" is disconnected
      Then consumers were told of changed tools 0 times
      And consumers were told of changed prompts 0 times
      And consumers were told of changed resources 0 times

      Examples:
        | removal     |
        | raw-prefix  |
        | exact-owner |

    Scenario Outline: consumers are told that the <what> are gone over <kind>, and of nothing that was not there
      Given server "docs" over <kind>
      And server "docs" offers the <what> "a"
      And the runtime has started
      When the counts start anew
      And server "docs" is disconnected
      Then consumers were told of changed resources <resources>
      And consumers were told of changed prompts <prompts>

      Examples:
        | what               | kind  | resources | prompts |
        | resources          | stdio | 1 time    | 0 times |
        | resource templates | stdio | 1 time    | 0 times |
        | prompts            | stdio | 0 times   | 1 time  |
        | resources          | http  | 1 time    | 0 times |
        | resource templates | http  | 1 time    | 0 times |
        | prompts            | http  | 0 times   | 1 time  |

    @real
    Scenario Outline: a list that is on its way comes too late, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the prompt "review"
      And server "docs" answers "prompts/list" after 10s
      And the runtime has started
      When server "docs" is disconnected
      And 1h passes
      Then the runtime has the prompts "" of server "docs"
      And consumers were told of changed prompts 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a server that is lost keeps them until it is back with others
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      Then server "docs" is in state "failed"
      And the runtime has the resources "doc:a" of server "docs"
      When server "docs" changes its resources to "doc:b"
      And server "docs" comes up
      And server "docs" is reconnected
      Then the runtime has the resources "doc:b" of server "docs"

  @F-52
  Rule: A server that is disconnected is told to end its subscriptions, as far as it answers within 500 ms

    Example: it answers at once
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http
      And server "docs" offers the resources "doc:a, doc:b"
      When the runtime starts
      And server "docs" is disconnected
      Then server "docs" received "resources/unsubscribe" at "0s, 0s"
      And no timer is pending
      And server "docs" received "DELETE" at "0s"

    Scenario Outline: an answer that takes <time>
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http
      And server "docs" offers the resource "doc:a"
      And server "docs" answers "resources/unsubscribe" after <time>
      When the runtime starts
      And server "docs" is disconnected
      Then server "docs" received "DELETE" at "<end>"
      And server "docs" has 0 open "POST"

      Examples:
        | time  | end   |
        | 499ms | 499ms |
        | 501ms | 500ms |
        | 1h    | 500ms |

    Example: without subscriptions there is nothing to say
      Given server "docs" over http
      And server "docs" offers the resource "doc:a"
      And the runtime has started
      When server "docs" is disconnected
      Then server "docs" received "resources/unsubscribe" 0 times
