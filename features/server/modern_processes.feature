@target @modern @stdio
Feature: A modern server is a well-behaved process
  Who starts a server has to end it again, and reads what it writes when there is time.
  None of that has changed with the handshake.

  @M-STDIO-03 @MAY
  Rule: An answer is on its way as soon as it is written
    Spec: robustness; a client that waits for it sends nothing meanwhile
    Fix: flush standard output after every message

    Example: a ping
      Given a connection
      When a ping is sent and nothing after it
      Then it is answered without another push

    Example: an error
      Given a connection
      When a request of an unknown method is sent and nothing after it
      Then it is answered without another push

  @M-STDIO-10 @MAY
  Rule: A client that does not read standard error is served all the same
    Spec: robustness; 2026-07-28 basic/transports/stdio, stdio (clients may ignore it)
    Fix: log less, or drop what standard error does not take at once

    Example: 200 mistakes
      Given a fresh session whose standard error nobody reads
      When 200 calls of an unknown tool are sent without waiting
      Then it is answered

  @M-STDIO-12 @MUST
  Rule: The server does not outlive the end of standard input and TERM
    Spec: 2026-07-28 basic/transports/stdio, Shutdown
    Fix: let TERM end the process and its children; do not catch it, or exit in its handler

    Example: a client that shuts down
      Given a connection of its own
      When the request "server/discover" is sent
      And stdin is closed, and TERM is sent to what still runs after 2s
      Then the process exits within 5s

    Example: a client that shuts down in the middle of everything
      Given a client that has left a subscription open, a call, and half a message
      Then the process has exited within 5s of the end of stdin, or of TERM

    @MAY
    Example: what it leaves behind
      Given a connection of its own
      When the request "server/discover" is sent
      And stdin is closed, and TERM is sent to what still runs after 2s
      Then it leaves no process behind

    @MAY
    Example: TERM alone
      Given a connection of its own
      When the request "server/discover" is sent
      And nothing is listened to, if there are subscriptions
      And TERM is sent
      Then the process exits within 5s

    @MAY
    Example: TERM alone once it was used
      Given a connection of its own
      When tools, prompts and resources are used
      And TERM is sent
      Then the process exits within 5s

  @M-STDIO-13 @MAY
  Rule: A client that goes away in the middle leaves no busy process
    Spec: robustness; clients crash
    Fix: end the process when standard output breaks, or at the end of standard input

    Example: fifty answers nobody reads
      Given a connection of its own
      When standard output is closed while 50 pings are on their way
      Then the process does not spin, and exits within 5s of the end of stdin
