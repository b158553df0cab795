@omp @virtual
Feature: The state of every server can be read at every moment
  Hosts show people which servers are there, which are coming and which are
  not. The three words follow from what the runtime holds: an open connection,
  something on its way, or neither. Definitions are kept as they were written,
  so that a secret that was looked up is used and never kept.

  @OMP-LC-24 @real
  Rule: During the handshake a server is connecting

    Scenario Outline: an answer to initialize that takes a second, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 1s
      When the runtime starts
      Then server "docs" is connecting
      And server "docs" is in state "handshaking"
      When the clock reaches 999ms
      Then server "docs" is connecting
      When the clock reaches 1s
      Then server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-34 @real
  Rule: A server whose connection is open counts as connected although its tools are still being listed

    Scenario Outline: a list that is never answered, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "tools/list"
      When the runtime starts
      Then server "docs" is in state "listing"
      And server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-26 @real
  Rule: There is one view of the tools, and startup returns what it shows

    Example: two servers, then a third tool
      Given servers "docs, mail" over stdio
      When the runtime starts
      Then startup returned the tools "mcp__docs_echo, mcp__mail_echo"
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo"
      When server "docs" changes its tools to "echo, search"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the runtime has the tools "mcp__docs_echo, mcp__docs_search, mcp__mail_echo"
      Given server "wiki" over stdio
      When the runtime starts server "wiki"
      Then startup returned the tools "mcp__docs_echo, mcp__docs_search, mcp__mail_echo, mcp__wiki_echo"
      When server "docs" is disconnected
      Then the runtime has the tools "mcp__mail_echo, mcp__wiki_echo"

  @OMP-LC-27 @real
  Rule: Where a definition came from is known before its server is connected

    Example: known while initialize is unanswered
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      When the runtime starts
      Then server "docs" is connecting
      And the source of server "docs" is known

  @OMP-LC-31 @real
  Rule: A server with an open connection is connected

    Example: from the handshake on, for as long as nothing happens
      Given server "docs" over http
      When the runtime starts
      And 1h passes
      Then server "docs" is connected

  @OMP-LC-32 @real
  Rule: A server with a connect, a list of a new connection or a reconnect on its way is connecting

    Example: each of the three in turn, and the wait between two attempts
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{delay: 1s}]
        - when: {method: tools/list, connection: 2}
          do: [{delay: 1s}, {error: {code: -32000, message: not yet}}]
        """
      When the runtime starts
      Then server "docs" is connecting
      When 1s passes
      And server "docs" exits with code 1
      And the clock reaches 2500ms
      Then server "docs" is in state "listing"
      And server "docs" is connecting
      When the clock reaches 3200ms
      Then server "docs" is in state "backoff"
      And server "docs" is connecting

  @OMP-LC-33 @real
  Rule: Every other server is disconnected, also one that nobody ever heard of

    Example: failed, stopped, unknown
      Given servers "bad, docs" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then server "bad" is disconnected
      And server "never-seen" is disconnected
      When server "docs" is disconnected
      Then server "docs" is disconnected

    Example: one that wants a login
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      Then server "docs" is disconnected
