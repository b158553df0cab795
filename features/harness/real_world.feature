@omp @real
Feature: The runtime keeps its promises towards real processes and sockets
  Some things exist only outside the simulation: the operating system's process
  groups, signals, sockets and environment. What a user would notice first is
  stated here with real processes and loopback sockets.

  @HARNESS-30
  Rule: One server that cannot be started harms no other

    Example: a missing program beside a process and a socket
      Given server "docs" over stdio
      And server "mail" over http
      And server "gone" over stdio
      And server "gone" cannot be started
      When the runtime starts
      Then server "docs" is connected
      And server "mail" is connected
      And server "gone" is disconnected
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo"

  @HARNESS-31
  Rule: A process that does not react to TERM is killed

    Example: deaf to TERM and to the end of its input
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And the runtime has started
      When all servers are disconnected
      Then server "docs" has 0 live processes

  @HARNESS-32
  Rule: Output that is no message harms nobody

    Example: a banner, then a first answer of a megabyte
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do:
            - raw: "Starting up\n"
            - pad: 1MiB
        """
      When the runtime starts
      Then server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"

  @HARNESS-33
  Rule: A silent server holds nobody up for longer than its timeout

    Example: half a second
      Given server "docs" over http
      And server "docs" never answers "initialize"
      And server "docs" has a timeout of 500ms
      When the runtime starts
      Then startup returned at 500ms
      And server "docs" is disconnected
