@target @stdio
Feature: A server is a good process
  Standard output belongs to the protocol alone, and a process ends when its client
  leaves. Servers that log to it, hang on large lines or outlive their clients are
  what people with several servers suffer from most.

  @STDIO-01 @MUST
  Rule: Standard output holds nothing but messages, from the start to the end of the process
    Spec: 2025-11-25 basic/transports, stdio
    Fix: write logs to standard error

    Example: a whole life
      Given a fresh connection
      When 200ms pass
      And initialize is sent
      And initialized is sent
      And everything that is declared is listed
      Then standard output holds nothing but messages

  @STDIO-04 @MAY
  Rule: Lines end with LF
    Spec: 2025-11-25 basic/transports, stdio; robustness
    Fix: write \n, also on Windows

    Example: a few answers
      Given a session
      When everything that is declared is listed
      Then every line ends with LF

  @STDIO-05 @MAY
  Rule: Blank lines and CRLF on input harm nobody
    Spec: robustness
    Fix: ignore blank lines and white space around a message

    Example: both
      Given a fresh session
      When a blank line and a line that ends with CRLF are sent
      Then it is answered

  @STDIO-06 @MAY
  Rule: Large lines are taken or refused, and the server goes on
    Spec: robustness
    Fix: raise the limit of your line reader, or answer with an error and go on reading

    Scenario Outline: a line of <size> bytes
      Given a fresh session
      When a ping of <size> bytes is sent
      Then the server still answers

      Examples:
        | size    |
        | 65537   |
        | 1048577 |

  @STDIO-07 @MAY
  Rule: A line of garbage does not end the server
    Spec: robustness
    Fix: answer what is no JSON with error -32700, or ignore it, and go on

    Example: garbage
      Given a fresh session
      When this is sent:
        """
        %&/( no JSON at all
        """
      Then the server still answers

  @STDIO-08 @MAY
  Rule: Requests that come at once are all answered
    Spec: robustness; clients do not wait between requests
    Fix: keep reading while you answer, and write each message in one piece

    Example: fifty
      Given a fresh session
      When 50 pings are sent without waiting
      Then it is answered

  @STDIO-11 @SHOULD
  Rule: The server exits when standard input ends
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: end the process at the end of standard input

    Example: the client leaves
      Given a fresh session
      When stdin is closed
      Then the process exits within 5s

  @STDIO-12 @MUST
  Rule: The server does not outlive the end of standard input and TERM
    Spec: 2025-11-25 basic/lifecycle, Shutdown (stdio)
    Fix: let TERM end the process; do not catch it, or exit in its handler

    Example: a client that shuts down
      Given a fresh session
      When stdin is closed, and TERM is sent to what still runs after 2s
      Then the process exits within 5s
