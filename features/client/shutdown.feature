@target @stdio
Feature: A client ends the server that it has started
  A server that is not told that nobody needs it any more runs for ever, and so do
  a hundred of them.

  @CLI-66 @SHOULD
  Rule: The input of the server is closed before it gets a signal
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: close the standard input of the server first, and wait a moment for its exit

    Example: a session
      Given a correct server
      When the client runs
      Then standard input is closed before the server gets a signal

    Example: after a call that was given up
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then standard input is closed before the server gets a signal

    Example: after a call that fails
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32603, message: broken}}]
        """
      When the client runs for at most 10s
      Then standard input is closed before the server gets a signal

  @CLI-67 @SHOULD
  Rule: A server that does not end with its input is asked to end by TERM
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: send SIGTERM if the server still runs some seconds after its input was closed

    Example: a server that ignores the end of its input
      Given this server:
        """yaml
        stdio: {ignore: [eof]}
        """
      When the client runs for at most 25s
      Then the server is asked by TERM to end

    Example: after a call that fails
      Fix: end the server whatever has become of the call

      Given this server:
        """yaml
        stdio: {ignore: [eof]}
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32603, message: broken}}]
            mayNotHappen: true
        """
      When the client runs for at most 25s
      Then the server is asked by TERM to end

  @CLI-68 @SHOULD
  Rule: A server that ignores TERM is killed
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: send SIGKILL if the server still runs some seconds after SIGTERM, and wait for its end

    Example: a server that ignores all that can be ignored
      Given this server:
        """yaml
        stdio: {ignore: [eof, term]}
        """
      When the client runs for at most 25s
      Then no server is left when the client has ended

  @FF-20 @MAY
  Rule: What the server has started ends with it
    Spec: robustness; npx, uv and shells start the server as a child of their own
    Fix: start the server in a process group of its own, and send signals to the group

    Example: a server below a wrapper, which ignores the end of its input
      Given the server is the child of what the client starts
      And this server:
        """yaml
        stdio: {ignore: [eof]}
        """
      When the client runs for at most 25s
      Then no server is left when the client has ended

  @FF-18 @MAY
  Rule: A server that dies at once is an error
    Spec: robustness
    Fix: fail as soon as the process has ended, and show what it wrote to standard error

    Example: it ends when it is started
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {phase: spawn}
            do: [{stderr: "ModuleNotFoundError: foo\n"}, {exit: 1}]
        """
      When the client runs for at most 15s
      Then the client fails by itself

    Example: it ends when it is asked to initialize
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{exit: 1}]
        """
      When the client runs for at most 15s
      Then the client fails by itself

  @FF-67 @MAY
  Rule: A server that dies again and again is not started for ever
    Spec: robustness
    Fix: wait longer each time before you start a server again, and give up

    Example: it ends after each handshake
      Given this server:
        """yaml
        rules:
          - when: {phase: after-init-reply}
            do: [{exit: 1}]
        """
      When the client runs for at most 10s
      Then at most 10 server processes are started

  @FF-23 @MAY
  Rule: One server is started, and not two
    Spec: robustness
    Fix: share one attempt to connect between all that need the server

    Example: a server that takes its time
      Given this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{delay: 2s}]
        """
      When the client runs
      Then at most 1 server process is started

  @CLI-110 @MAY
  Rule: A server that dies in a call fails the call
    Spec: robustness
    Fix: fail what is open when the process ends, at once

    Example: it ends in the middle
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{exit: 1}]
        """
      When the client runs for at most 15s
      Then the client calls a tool
      And the client ends by itself
