@omp @virtual
Feature: A connection is all that it takes to be connected

  @OMP-LC-31 @real
  Rule: A server is connected whatever it offers, and however often it could not be reached before

    Scenario Outline: without any tools, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        capabilities: {tools: {}}
        tools: []
        """
      When the runtime starts
      Then server "docs" is connected
      And the runtime has the tools ""

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: after a first attempt that failed, over <kind>
      Given server "docs" over <kind>
      And server "docs" cannot be started
      And the runtime has started
      When server "docs" comes up
      And server "docs" is reconnected
      Then server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-24
  Rule: A server is connecting from the moment at which what its definition needs is looked up

    Example: a command that takes two seconds, at each connection
      Given the command "get-token" prints "" after 2s
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      And 1s passes
      Then server "docs" is connecting
      And server "docs" is in state "connecting"
      When 1s passes
      And server "docs" ends its stream
      And 1s passes
      Then server "docs" is connecting
      And server "docs" is in state "connecting"

  @OMP-LC-44 @real
  Rule: The tools are listed once for each connection, and only where there may be any

    Scenario Outline: a server with the capabilities <capabilities>, and no tools
      Given server "docs" over stdio with this script:
        """yaml
        capabilities: <capabilities>
        tools: []
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" received "tools/list" <times>

      Examples:
        | capabilities  | times   |
        | {tools: {}}   | 1 time  |
        | {}            | 0 times |
        | {logging: {}} | 0 times |

    Example: a server that announces its tools before it is asked for them
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{notify: notifications/tools/list_changed}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "tools/list" 1 time
