@target @stdio
Feature: A server is a good process
  A process ends when its client leaves, and leaves nothing behind. Servers that
  outlive their clients are found days later, by the hundred.

  @STDIO-11 @SHOULD
  Rule: The server exits when standard input ends
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: end the process at the end of standard input, whatever threads, timers and connections calls have left

    Example: the client leaves
      Given a fresh session
      When stdin is closed
      Then the process exits within 5s

    Example: a client that has used it leaves
      Given a fresh session
      When tools, prompts and resources are used
      And stdin is closed
      Then the process exits within 5s

    Example: a client that leaves while a call is under way
      Given a tool that takes its time
      And a fresh session
      When it is called, and stdin is closed meanwhile
      Then the process exits within 5s

  @STDIO-12 @MUST
  Rule: The server does not outlive the end of standard input and TERM
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: let TERM end the process and its children; do not catch it, or exit in its handler

    Example: a client that shuts down
      Given a fresh session
      When stdin is closed, and TERM is sent to what still runs after 2s
      Then the process exits within 5s

    @MAY
    Example: what it leaves behind
      Given a fresh session
      When stdin is closed, and TERM is sent to what still runs after 2s
      Then it leaves no process behind

    @MAY
    Example: what its calls leave behind
      Given a fresh session
      When tools, prompts and resources are used
      And stdin is closed, and TERM is sent to what still runs after 2s
      Then it leaves no process behind

    Example: a client that has used it shuts down
      Given a fresh session
      When tools, prompts and resources are used
      And stdin is closed, and TERM is sent to what still runs after 2s
      Then the process exits within 5s

    @MAY
    Example: TERM alone
      Given a fresh session
      When TERM is sent
      Then the process exits within 5s

    @MAY
    Example: TERM alone once it was used
      Given a fresh session
      When tools, prompts and resources are used
      And TERM is sent
      Then the process exits within 5s

  @STDIO-13 @MAY
  Rule: A client that goes away in the middle leaves no busy process
    Spec: robustness; clients crash
    Fix: end the process when standard output breaks, or at the end of standard input

    Example: fifty answers nobody reads
      Given a fresh session
      When standard output is closed while 50 pings are on their way
      Then the process does not spin, and exits within 5s of the end of stdin

  @STDIO-15 @SHOULD
  Rule: After a cancellation nothing more comes for the request
    Spec: 2025-11-25 basic/utilities/cancellation, Behavior Requirements
    Fix: stop the work, and send neither an answer nor progress for it

    Example: a slow call
      Given a fresh session
      And a tool that takes its time
      When it is called with a progress token and cancelled
      Then nothing more comes for it

  @STDIO-17 @MAY
  Rule: The server starts quickly
    Spec: robustness; hosts give up on slow starters, and users wait for them
    Fix: answer initialize first, and load, download and connect later

    Example: the fastest of three
      Given a session
      Then one of 3 starts takes at most 5s
