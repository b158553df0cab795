@omp @virtual
Feature: Servers that write more than messages
  Most servers that clients call broken do almost everything right: they print a
  banner, log to the wrong place, or frame a line in another way. These are the
  commonest of them, as named servers that any client can be tried on.

  @FF-01
  Rule: A banner on stdout is dropped and counted, and costs nothing

    Example: a server that tells its version first
      Given server "docs" over stdio as "banner-on-stdout"
      When the runtime starts
      Then server "docs" is connected
      And startup reported no errors
      And the runtime dropped 1 input of server "docs"
      And server "docs" was started 1 time

  @FF-02
  Rule: Noise between a call and its answer is dropped line by line, and the answer arrives

    Example: eight lines, five of them JSON
      Given server "docs" over stdio as "noise-mid-call"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the runtime dropped 8 inputs of server "docs"
      And server "docs" is connected

  @FF-04
  Rule: A server that frames its messages in another way fails at its timeout, not before, and harms nobody else

    Scenario Outline: <server>
      Given server "docs" over stdio as "<server>"
      And server "mail" over stdio
      When the runtime starts
      And the clock reaches 29999ms
      Then startup has not returned
      When the clock reaches 30s
      Then startup reported these errors:
        | server | error                                                   |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |
      And the runtime dropped <n> of server "docs"
      And server "mail" is connected

      Examples:
        | server                 | n         |
        | pretty-printed         | 17 inputs |
        | content-length-framing | 1 input   |

  @FF-05
  Rule: Lines may end with a carriage return and a line feed

    Example: every line of a session
      Given server "docs" over stdio as "crlf-lines"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the runtime dropped 0 inputs of server "docs"

  @FF-06
  Rule: A byte order mark before the first message is no part of it

    Scenario Outline: over <kind>
      Given server "docs" over <kind> as "bom-first-frame"
      When the runtime starts
      Then server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"
      And the runtime dropped 0 inputs of server "docs"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @FF-07
  Rule: Characters that arrive byte by byte arrive whole

    Scenario Outline: over <kind>
      Given server "docs" over <kind> as "one-byte-at-a-time"
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And 1s passes
      Then call 1 returns "— 日本語 🚀"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @FF-09
  Rule: A line of five mebibytes is one message

    Example: the answer to a call
      Given server "docs" over stdio as "five-megabyte-line"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the runtime dropped 0 inputs of server "docs"

  @FF-10
  Rule: A line longer than sixteen mebibytes ends the connection and not the runtime

    Example: 64 MiB without a line end
      Given server "docs" over stdio as "endless-line"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1h passes
      Then call 1 returns the error text "MCP error: Transport closed"
      And the log has 2 records of "docs" with "line exceeds 16777216 bytes"
      And server "docs" is connected
