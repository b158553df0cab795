@omp @virtual
Feature: A stdio transport lives as long as its process
  Connecting starts the configured program, closing ends it and waits until
  nothing of it is left.

  @OMP-TP-09 @real
  Rule: A definition without a type, or of type "stdio", starts a process

    Scenario Outline: the type is "<type>"
      Given server "docs" over stdio
      And server "docs" is defined with type "<type>"
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is connected
      And server "docs" was started 1 time

      Examples:
        | type  |
        |       |
        | stdio |

  @OMP-TP-37 @real
  Rule: Before it connects, a transport has no process and accepts nothing

    Example: requests and notifications fail at once
      Given server "docs" over stdio
      And a bare transport to server "docs"
      When the request "ping" is sent
      And the notification "notifications/initialized" is sent
      Then the transport is not connected
      And request 1 fails with "Transport not connected"
      And request 2 fails with "Transport not connected"
      And server "docs" was started 0 times
      And server "docs" has 0 live processes
      And the transport reported nothing

  @OMP-TP-38 @real
  Rule: Connecting starts the configured command with its arguments, variables and directory

    Example: variables of the definition are laid over the inherited ones, and no shell looks at anything
      Given server "docs" over stdio
      And the environment variable "LANG" is "C"
      And the environment variable "MODE" is "inherited"
      And server "docs" is defined with the arguments "--root, $HOME/a b, *; exit 1"
      And server "docs" is defined with the variable "MODE" set to "fast"
      And server "docs" is defined with cwd "tools/docs"
      And a bare transport to server "docs"
      When the transport connects
      Then process 1 of server "docs" was started with:
        | what            | value                        |
        | command         | docs                         |
        | arguments       | --root, $HOME/a b, *; exit 1 |
        | directory       | /project/tools/docs          |
        | variable LANG   | C                            |
        | variable MODE   | fast                         |
        | variable ABSENT | (not set)                    |

    Example: a command that cannot be started
      Given server "docs" over stdio
      And server "docs" cannot be started
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is not connected
      And the transport failed to connect with "exec: "docs": executable file not found in $PATH"
      And server "docs" was started 0 times

  @OMP-TP-38
  Rule: A directory counts from that of the project, an absolute one as it is, and none is that of the project

    Scenario Outline: the directory "<cwd>"
      Given server "docs" over stdio
      And server "docs" is defined with cwd "<cwd>"
      And a bare transport to server "docs"
      When the transport connects
      Then process 1 of server "docs" was started with:
        | what      | value       |
        | directory | <directory> |

      Examples:
        | cwd       | directory      |
        |           | /project       |
        | docs      | /project/docs  |
        | ../docs   | /docs          |
        | /srv/docs | /srv/docs      |

  @OMP-TP-39 @real
  Rule: A transport is connected as soon as its process has started

    Example: a server that stays silent
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is connected
      And server "docs" has 1 live process
      And server "docs" received nothing

    Scenario Outline: a timeout of <timeout> changes nothing
      Given server "docs" over stdio
      And server "docs" has a timeout of <timeout>
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is connected

      Examples:
        | timeout |
        | 1ms     |
        | 0       |

    Example: one that cannot be started is not connected
      Given server "docs" over stdio
      And server "docs" cannot be started
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is not connected
