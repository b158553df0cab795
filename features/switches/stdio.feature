@omp @virtual
Feature: Switches choose how the process of a server is ended and how strictly it is read
  A process that is only told to terminate may not hear it, and a library that
  prints a greeting to stdout breaks a reader that takes every line at its word.

  @D-08
  Rule: The switch stdio.close decides whether a process is ended by TERM alone or by the end of its input first

    Scenario Outline: a process that does not react to TERM, and <value>
      Given the switch "stdio.close" is "<value>"
      And server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term]}
        """
      And a connected transport to server "docs"
      When the transport is closed
      And the clock reaches 999ms
      Then server "docs" has <left>
      When the clock reaches 1s
      Then server "docs" has 0 live processes
      And the transport has closed

      Examples:
        | value    | left             |
        | kill     | 1 live process   |
        | escalate | 0 live processes |

    Example: with escalate, TERM follows the end of the input by 1 ms
      Given the switch "stdio.close" is "escalate"
      And server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And a connected transport to server "docs"
      When 1s passes
      And the transport is closed
      And 10s pass
      Then server "docs" kept this journal of "eof, term, exit":
        """
        1s 1 eof
        1.001s 1 term
        2.001s 1 exit 137
        """

    Example: with kill, the end is announced when the process has ended
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And a connected transport to server "docs"
      When the transport is closed
      Then server "docs" has 1 live process
      And the transport reported nothing

    Example: with escalate, the end is announced first
      Given the switch "stdio.close" is "escalate"
      And server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And a connected transport to server "docs"
      When the transport is closed
      Then server "docs" has 1 live process
      And the transport reported:
        """
        close
        """
      And the transport has not closed

  @FF-20
  Rule: A process that ignores the end of its input and TERM is killed a second after TERM, whatever the switch stdio.close says

    Scenario Outline: <value>
      Given the switch "stdio.close" is "<value>"
      And server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And the runtime has started
      When server "docs" begins to be disconnected
      And the clock reaches <before>
      Then server "docs" has 1 live process
      When the clock reaches <at>
      Then server "docs" has 0 live processes

      Examples:
        | value    | before | at     |
        | kill     | 999ms  | 1002ms |
        | escalate | 999ms  | 1002ms |

  @D-12
  Rule: The switch stdio.bad_line decides whether a line that is not JSON is dropped or ends the connection

    Scenario Outline: a greeting on stdout, and <value>
      Given the switch "stdio.bad_line" is "<value>"
      And server "docs" over stdio
      And the runtime has started
      When server "docs" sends:
        """
        Welcome to docs 1.0!
        """
      And 1m passes
      Then server "docs" was started <started>
      And the runtime dropped <dropped> of server "docs"
      And the log has <records> of "docs" with "Failed to parse JSONL"
      And server "docs" is connected

      Examples:
        | value | started | dropped  | records   |
        | drop  | 1 time  | 1 input  | 0 records |
        | close | 2 times | 0 inputs | 1 record  |

    Scenario Outline: <line> is JSON, and dropped in any case
      Given the switch "stdio.bad_line" is "close"
      And server "docs" over stdio
      And the runtime has started
      When server "docs" sends:
        """
        <line>
        """
      And 1m passes
      Then server "docs" was started 1 time
      And the runtime dropped 1 input of server "docs"

      Examples:
        | line              |
        | 42                |
        | {"jsonrpc":"2.0"} |
        | []                |
