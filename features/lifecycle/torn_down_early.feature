@omp @virtual
Feature: A disconnect ends whatever is under way
  Who disconnects a server does not know what it is busy with.

  @OMP-LC-106 @real
  Rule: After an explicit disconnect nothing is started, whatever was under way

    Scenario Outline: during the <which> handshake, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: <nth>}, do: [{delay: 10s}]}
        """
      When the runtime starts
      And 1s passes
      And server "docs" drops its connections
      And 2s pass
      Then server "docs" is in state "handshaking"
      When server "docs" is disconnected
      And 24h pass
      Then server "docs" received "initialize" <nth> times
      And the runtime knows the servers ""

      Examples:
        | kind  | which  | nth |
        | stdio | second | 2   |
        | http  | second | 2   |

    Scenario Outline: after it has failed, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" with error -32600 "no"
      When the runtime starts
      And server "docs" is disconnected
      And 24h pass
      Then server "docs" received "initialize" 1 time
      And the runtime knows the servers ""

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-111
  Rule: It does not matter what the server itself had that is disconnected, nor whether the tools of the other one are cached

    Scenario Outline: foo <had>
      Given servers "foo, foo_bar, mail" over stdio
      And server "foo" answers "initialize" with error -32600 "no"
      And server "foo_bar" answers "initialize" after 10s
      And the cache holds the tools "echo" of server "foo_bar"
      When the runtime starts
      And 1s passes
      Then the runtime has the tools "mcp__foo_bar_echo, mcp__mail_echo"
      When server "<name>" is disconnected
      Then the runtime has the tools "mcp__mail_echo"
      And server "foo_bar" is connecting

      Examples:
        | had                     | name |
        | has failed              | foo  |

    Example: a server that nobody ever heard of
      Given servers "foo_bar, mail" over stdio
      And the runtime has started
      When server "foo" is disconnected
      Then the runtime has the tools "mcp__mail_echo"

  @OMP-LC-114
  Rule: All servers are told to close before the first of them has closed

    Example: the first does not end, and the last is closed at once
      Given servers "mute, wiki" over http
      And server "docs" over stdio
      And server "mute" has a timeout of 10s
      And server "mute" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      And the runtime has started
      When all servers are disconnected
      Then server "mute" received "DELETE" at "0s"
      And server "wiki" received "DELETE" at "0s"
      And server "mute" has 0 open "DELETE"
      And server "docs" has 0 live processes

    Example: who has no timeout is not waited for without end
      Given servers "mute, wiki" over http
      And server "mute" has a timeout of 0
      And server "mute" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      And the runtime has started
      When all servers are disconnected
      Then server "mute" has 0 open "DELETE"
      And server "wiki" received "DELETE" 1 time
