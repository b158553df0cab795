@omp @virtual
Feature: Transports deliver, the runtime reconnects
  A transport hands every failure to whoever asked and does nothing about it: it
  cannot know whether a message may be sent twice. The runtime above it connects
  anew, and the call of a tool may be repeated once. Each does its part only.

  @OMP-TP-108
  Rule: A transport tries an ordinary request once, whatever happens

    Scenario Outline: the second request meets a server that <does>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, after: 1}, do: [<action>]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the request "tools/list" is sent
      And 1h passes
      Then request 1 succeeds
      And request 2 fails with a text that begins with "<text>"
      And server "docs" received "tools/list" 2 times
      And the link to "docs" saw 1 attempt to connect

      Examples:
        | does                 | action                                | text             |
        | answers 500          | {status: 500}                         | HTTP 500:        |
        | answers 429          | {status: 429}                         | HTTP 429:        |
        | answers 502          | {status: 502}                         | HTTP 502:        |
        | answers 503          | {status: 503}                         | HTTP 503:        |
        | answers 504          | {status: 504}                         | HTTP 504:        |
        | drops the connection | drop                                  | sending POST:    |
        | never answers        | never                                 | Request timeout  |
        | answers with HTML    | {status: {code: 200, body: "<html>"}} | parsing the body |

    Example: a server that cannot be reached is asked once, even if it comes back
      Given server "docs" over http
      And server "docs" cannot be started
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And server "docs" comes up
      And 1h passes
      Then request 1 fails with a text that begins with "sending POST: "
      And server "docs" received nothing
      And the link to "docs" saw 1 attempt to connect

  @OMP-TP-109 @real
  Rule: A request in flight is not sent again after a disconnect

    Example: a transport whose connection breaks
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" never answers "tools/list"
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And server "docs" drops its connections
      And 1h passes
      Then request 1 fails with a text that begins with "sending POST: "
      And server "docs" received "POST" 1 time

    Example: a process that exits while its tools are listed again
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 2}, do: [{delay: 1s}, {exit: 1}]}
        """
      And the runtime has started
      When server "docs" sends the notification "notifications/tools/list_changed"
      And 1h passes
      Then server "docs" received in this timeline:
        """timeline
        0s initialize
        0s notifications/initialized
        0s tools/list
        0s tools/list
        1s initialize
        1s notifications/initialized
        1s tools/list
        """

  @OMP-TP-111
  Rule: The runtime reconnects with current settings, in a ladder, and keeps stale tools meanwhile

    Background:
      Given server "docs" over http
      And the environment variable "DOCS_KEY" is "k1"
      And server "docs" is defined with the header "X-Key" set to "DOCS_KEY"
      And the runtime has started

    Example: four failures, then success
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, until: 4}, do: [{status: 503}]}
        """
      And the environment variable "DOCS_KEY" is "k2"
      When server "docs" changes its tools to "search"
      And server "docs" ends its stream
      And the clock reaches 7499ms
      Then the runtime has the tools "mcp__docs_echo"
      When the clock reaches 7500ms
      Then server "docs" received "initialize" at "0s, 0s, 500ms, 1500ms, 3500ms, 7500ms"
      And "initialize" number 1 to server "docs" has the header "X-Key" set to "k1"
      And "initialize" number 6 to server "docs" has the header "X-Key" set to "k2"
      And the runtime has the tools "mcp__docs_search"

  @OMP-TP-112 @real
  Rule: A tool call that the runtime repeats is not repeated by a transport on its own

    Background:
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: {code: 503, body: busy}}]}
        """

    Example: called through the runtime
      Given the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hello"}
        """
      And 1h passes
      Then server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times
      And call 1 returns "hello"

    Example: called on a transport
      Given a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {"text": "hello"}}
        """
      And 1h passes
      Then server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time
      And request 2 fails with "HTTP 503: busy"
