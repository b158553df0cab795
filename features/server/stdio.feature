@target @stdio
Feature: A server keeps its pipes clean
  Standard output belongs to the protocol alone, one message on each line. Servers
  that log to it or hang on large lines are what people suffer from most.

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

    @last
    Example: the processes of all checks
      Given everything that the server offers has been used
      Then no process has written anything but messages

  @STDIO-02 @MUST
  Rule: A message is one line, whatever is in it
    Spec: 2025-11-25 basic/transports, stdio (no embedded newlines)
    Fix: escape line breaks in strings, as JSON demands

    Scenario Outline: line breaks in the <member>
      Given a session
      When a ping with line breaks in its <member> is sent
      Then the answer is one line

      Examples:
        | member |
        | id     |
        | method |

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message was one line

  @STDIO-03 @MAY
  Rule: An answer is on its way as soon as it is written
    Spec: robustness; a client that waits for it sends nothing meanwhile
    Fix: flush standard output after every message

    Example: a ping
      Given a session
      When a ping is sent and nothing after it
      Then it is answered without another push

  @STDIO-04 @MAY
  Rule: Lines end with LF
    Spec: 2025-11-25 basic/transports, stdio; robustness
    Fix: write \n, also on Windows

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every line ended with LF

  @STDIO-05 @MAY
  Rule: Blank lines and CRLF on input harm nobody
    Spec: robustness
    Fix: ignore blank lines and white space around a message

    Example: both
      Given a session
      When a blank line and a line that ends with CRLF are sent
      Then it is answered as any other ping

  @STDIO-21 @MUST
  Rule: A message ends with its line end, however many pieces it comes in
    Spec: 2025-11-25 basic/transports, stdio (messages are delimited by newlines, and are UTF-8)
    Fix: keep what you have read until a line feed, and what follows for the next one; no other character ends a line

    Scenario Outline: <what>
      Given a session
      When <pings> sent in <pieces> pieces
      Then it is answered

      Examples:
        | what                                     | pings       | pieces |
        | one message                              | 1 ping is   | 3      |
        | the beginning of the next behind the end | 3 pings are | 4      |

    Example: a piece that ends within a character
      Fix: decode whole lines: a piece may end within a character
      Given a session
      When a ping is sent in 2 pieces, cut within a character
      Then it is answered

    Example: characters that are no line end
      Given a session
      When a ping with line ends of Unicode in it is sent
      Then it is answered

  @STDIO-06 @MAY
  Rule: Large lines are taken or refused, and the server goes on
    Spec: robustness
    Fix: raise the limit of your line reader, or answer with an error and go on reading

    Scenario Outline: a line of <size> bytes
      Given a session
      When a ping of <size> bytes is sent
      Then it is answered, or an error comes instead
      And the server still answers

      Examples:
        | size    |
        | 65537   |
        | 1048577 |
        | 8388609 |

  @STDIO-07 @MAY
  Rule: A line of garbage does not end the server
    Spec: robustness
    Fix: answer what is no JSON with error -32700, or ignore it, and go on

    Scenario Outline: a line of <what>
      Given a fresh session
      When a line of <what> is sent
      Then the server still answers

      Examples:
        | what                    |
        | punctuation             |
        | a number                |
        | bytes that are no UTF-8 |

  @STDIO-08 @MAY
  Rule: Requests that come at once are all answered
    Spec: robustness; clients do not wait between requests
    Fix: keep reading while you answer, and write each message in one piece

    Example: fifty
      Given a session
      When 50 pings are sent without waiting
      Then it is answered
      And none of them is answered twice

  @STDIO-10 @MAY
  Rule: A client that does not read standard error is served all the same
    Spec: robustness; 2025-11-25 basic/transports, stdio (clients may ignore it)
    Fix: log less, or drop what standard error does not take at once

    Example: 200 mistakes
      Given a fresh session whose standard error nobody reads
      When 200 calls of an unknown tool are sent without waiting
      Then it is answered
