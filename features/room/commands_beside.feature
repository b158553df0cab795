@room @virtual
Feature: A provider that is busy keeps no command waiting and hides nothing
  What is asked for twice is asked for at once, and the reason why something is not there
  stays to be seen until it is there.

  @ROOM-29
  Rule: A command for what is connecting already is answered at once

    Scenario Outline: asked for again after a second, <how>
      Given servers "alpha, beta" over ws
      And server "alpha" never answers "initialize"
      And the room server has started
      When providers "alpha, beta" are loaded
      And 1s passes
      And <command>
      Then the answer is 200
      And the answer came at 1s
      And provider "alpha" is "connecting"
      And provider "beta" is "connected"

      Examples:
        | how                  | command                                             |
        | as before            | providers "alpha, beta" are loaded                  |
        | by the operator      | providers "alpha, beta" are loaded through the operator |

    Scenario Outline: between two attempts, asked for <times> times
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 4s pass
      And provider "alpha" is loaded <times> times, 0s apart
      Then the answer came at 4s

      Examples:
        | times |
        | 1     |
        | 3     |

  @ROOM-54
  Rule: A new command does not hide why the provider was given up

    Scenario Outline: at <time>, while the first attempt of the second command <goes on>
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: initialize, first: 5}, do: [{error: {code: -32000, message: busy}}]}
        - {when: {method: initialize, after: 5}, do: [<action>]}
        """
      And the room server has started
      When provider "alpha" is loaded
      And 30s pass
      Then the status shows:
        | id    | state | attempts | last error               |
        | alpha | error | 5        | MCP error -32000: busy   |
      When provider "alpha" is loaded
      And the clock reaches <time>
      Then the status shows:
        | id    | state   | attempts   | last error |
        | alpha | <state> | <attempts> | <error>    |

      Examples:
        | time | goes on   | action      | state      | attempts | error                  |
        | 30s  | goes on   | never       | connecting | 1        | MCP error -32000: busy |
        | 39s  | goes on   | never       | connecting | 1        | MCP error -32000: busy |
        | 33s  | succeeds  | {delay: 2s} | connected  | 1        |                        |

  @ROOM-10
  Rule: Each wait of a provider has a jitter of its own

    Example: of the first command, and after a lost connection
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 1m passes
      Then the gaps between the attempts to connect to "alpha" exceed "500ms, 1s, 2s, 4s" each by another part
