@omp @virtual
Feature: What is disconnected stays disconnected, and nothing of it is left
  People switch servers off, reload them and end their sessions. An explicit
  disconnect is final: nothing starts again because of it, everything that
  belonged to the server is closed, and the registries forget it.

  @OMP-LC-105 @real
  Rule: Disconnecting a server makes the runtime forget it

    Example: its entry, its source and its tools are gone, the neighbour's are not
      Given servers "docs, mail" over stdio
      And the runtime has started
      When server "docs" is disconnected
      Then the runtime knows the servers "mail"
      And the source of server "docs" is unknown
      And the source of server "mail" is known
      And server "docs" is disconnected
      And the runtime has the tools "mcp__mail_echo"

    Scenario Outline: what is forgotten cannot be reconnected, over <kind>
      Given servers "docs, mail" over <kind>
      And the runtime has started
      When server "docs" is disconnected
      And the counts start anew
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "initialize" 0 times
      And the runtime knows the servers "mail"
      And the runtime has the tools "mcp__mail_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: its subscriptions, updates that were to be told and refreshes under way are gone
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http
      And server "docs" offers the resources "doc:a, doc:b"
      And the runtime has started
      Given server "docs" answers "resources/list" after 10s
      When server "docs" announces an update of "doc:a"
      And server "docs" sends the notification "notifications/resources/list_changed"
      And server "docs" is disconnected
      Then server "docs" received "resources/unsubscribe" 2 times
      When 1h passes
      Then consumers were told of updates of ""
      And the runtime has the resources "" of server "docs"

  @OMP-LC-106
  Rule: An explicit disconnect causes no reconnect

    Example: a process, a day later
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" is disconnected
      And 24h pass
      Then server "docs" was started 1 time
      And no timer is pending

    @real
    Example: a session, a day later
      Given server "docs" over http
      And the runtime has started
      When server "docs" is disconnected
      And 24h pass
      Then server "docs" received "initialize" 1 time

    @real
    Example: a reconnect that is under way stops
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 2s pass
      And server "docs" is disconnected
      And server "docs" comes up
      And 24h pass
      Then server "docs" was started 1 time

  @OMP-LC-107 @real
  Rule: Disconnecting a server closes its connection

    Example: the process has ended
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" is disconnected
      Then server "docs" has 0 live processes

    Example: the session is deleted by its id
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{session: {do: mint, id: session-7}}]
        """
      And the runtime has started
      When server "docs" is disconnected
      Then "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "session-7"
      And server "docs" has 0 open "GET"

  @OMP-LC-108 @real
  Rule: Disconnecting a server without a connection clears its entries and does not fail

    Example: a server whose handshake is under way
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 10s
      When the runtime starts
      And 1s passes
      And server "docs" is disconnected
      Then the runtime knows the servers ""
      And the source of server "docs" is unknown
      And server "docs" has 0 live processes
      When 24h pass
      Then the runtime has the tools ""
      And server "docs" was started 1 time

    Example: a server that failed, and one that nobody ever heard of
      Given servers "bad, docs" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And the runtime has started
      When server "bad" is disconnected
      And server "never-seen" is disconnected
      Then the runtime knows the servers "docs"
      And the source of server "bad" is unknown
      And the runtime has the tools "mcp__docs_echo"

  @OMP-LC-116 @real
  Rule: Nothing is torn down unless somebody says so

    Example: whoever started the runtime is gone for a day
      Given server "docs" over stdio
      And the runtime has started
      When the caller of startup gives up
      And 24h pass
      Then server "docs" is connected
      And server "docs" has 1 live process

    Example: the session has ended
      Given server "docs" over stdio
      And a session has started
      When the session ends
      And 24h pass
      Then server "docs" is connected
      And server "docs" has 1 live process
