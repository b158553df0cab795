@target @stdio @modern
Feature: A modern server keeps its pipes clean
  One pipe carries all answers and all subscriptions. Servers that log to it, hang on
  large lines or do not end are what people suffer from most.

  @M-STDIO-01 @MUST
  Rule: Standard output holds nothing but messages, from the start to the end of the process
    Spec: 2026-07-28 basic/transports/stdio
    Fix: write everything else to standard error

    Example: a whole life
      Given a connection of its own
      When 200ms pass
      And everything that is declared is listed
      Then standard output holds nothing but messages

    @last
    Example: the processes of all checks
      Given everything that the server offers has been used
      Then no process has written anything but messages

  @M-STDIO-02 @MUST
  Rule: A message is one line, whatever is in it
    Spec: 2026-07-28 basic/transports/stdio
    Fix: write JSON without line breaks, and escape those in strings

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message was one line

  @M-STDIO-04 @MAY
  Rule: Lines end with LF
    Spec: robustness; 2026-07-28 basic/transports/stdio
    Fix: open standard output in binary mode

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every line ended with LF

  @M-STDIO-05 @MAY
  Rule: Blank lines and CRLF on input harm nobody
    Spec: robustness
    Fix: strip white space around a line, and pass over empty ones

    Example: both
      Given a connection
      When a blank line and a line that ends with CRLF are sent
      Then it is answered as any other request

  @M-STDIO-21 @MUST
  Rule: A message ends with its line end, however many pieces it comes in
    Spec: 2026-07-28 basic/transports/stdio (messages are delimited by newlines, and are UTF-8)
    Fix: keep what you have read until a line feed, and what follows for the next one; no other character ends a line

    Scenario Outline: <what>
      Given a connection
      When <pings> sent in <pieces> pieces
      Then it is answered

      Examples:
        | what                                     | pings       | pieces |
        | one message                              | 1 ping is   | 3      |
        | the beginning of the next behind the end | 3 pings are | 4      |

    Example: a piece that ends within a character
      Fix: decode whole lines: a piece may end within a character
      Given a connection
      When a ping is sent in 2 pieces, cut within a character
      Then it is answered

    Example: characters that are no line end
      Given a connection
      When a ping with line ends of Unicode in it is sent
      Then it is answered

  @M-STDIO-06 @MAY
  Rule: Large lines are taken or refused, and the server goes on
    Spec: robustness
    Fix: read lines of any length, or answer those that are too long with an error

    Scenario Outline: a line of <size> bytes
      Given a connection
      When a request of <size> bytes is sent
      Then it is answered, or an error comes instead
      And the server still answers

      Examples:
        | size    |
        | 65537   |
        | 1048577 |

  @M-STDIO-07 @MAY
  Rule: A line of garbage does not end the server
    Spec: robustness
    Fix: answer it with error -32700, or pass over it

    Example: lines of punctuation and of a number
      Given a connection of its own
      When a line of punctuation is sent
      And a line of a number is sent
      Then the server still answers

    Example: a line of bytes that are no UTF-8
      Given a connection of its own
      When a line of bytes that are no UTF-8 is sent
      Then the server still answers

  @M-STDIO-08 @MAY
  Rule: Requests that come at once are all answered
    Spec: robustness; clients do not wait between requests
    Fix: read on while you work, and write one message at a time

    Example: fifty
      Given a connection
      When 50 requests are sent without waiting
      Then it is answered
      And none of them is answered twice

  @M-STDIO-11 @SHOULD
  Rule: The server exits when standard input ends
    Spec: 2026-07-28 basic/transports/stdio, Shutdown
    Fix: end the process at the end of standard input, whatever subscriptions, threads and timers there are

    Example: the client leaves
      Given a connection of its own
      When the request "server/discover" is sent
      And stdin is closed
      Then the process exits within 5s

    Example: a client that has used it leaves
      Given a connection of its own
      When tools, prompts and resources are used
      And stdin is closed
      Then the process exits within 5s

    Example: the client leaves in the middle of everything
      Given a client that has left a subscription open, a call, and half a message
      Then the process has exited within 5s of the end of stdin
