@omp @virtual
Feature: A background stream brings what the server says of its own accord
  An HTTP server can speak only when spoken to. So the client holds a GET open on
  which the server may notify and ask at any time. The stream is an offer: start-up
  waits for it for a second at most, and a server without one is as good as any.

  @OMP-TP-92 @real
  Rule: The background stream is a GET that carries notifications and server requests

    Example: both arrive, and the request is answered by POST
      Given server "docs" over http
      And the runtime has started
      When server "docs" sends the notification "notifications/message"
      And server "docs" sends the request "ping"
      Then the host saw these notifications of server "docs": "notifications/message"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """
      And server "docs" received "GET" 1 time
      And "GET" number 1 to server "docs" has the header "Accept" set to "text/event-stream"

    Example: an answer without an id is for nobody, and the stream goes on
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {verb: GET}
          do: [{sse: {events: [{data: '{"jsonrpc":"2.0","result":{}}'}, {data: '{"jsonrpc":"2.0","method":"notifications/message"}'}]}}]
        """
      When the runtime starts
      And 1h passes
      Then the host saw these notifications of server "docs": "notifications/message"

  @OMP-TP-35 @real
  Rule: The runtime acts on the notification of a changed list

    Example: the tools are listed again and shown
      Given server "docs" over http
      And the runtime has started
      When server "docs" changes its tools to "search"
      Then the runtime has the tools "mcp__docs_echo"
      When server "docs" sends the notification "notifications/tools/list_changed"
      Then server "docs" received "tools/list" 2 times
      And the runtime has the tools "mcp__docs_search"

    Example: other notifications cause no request
      Given server "docs" over http
      And the runtime has started
      When server "docs" sends the notification "notifications/message"
      And 1h passes
      Then server "docs" received "tools/list" 1 time

  @OMP-TP-36 @real
  Rule: The host sees every notification, known or not, in order

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" sends the notification "notifications/unheard-of"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/message"
      Then the host saw these notifications of server "docs": "notifications/unheard-of, notifications/tools/list_changed, notifications/message"

      Examples:
        | kind  |
        | http  |
        | stdio |

  @OMP-TP-93
  Rule: Start-up waits for the background stream for one second at most

    @real
    Example: the server never answers the GET
      Given server "docs" over http with this script:
        """yaml
        http: {get: hang}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received in this timeline:
        """timeline
        0s initialize
        0s GET
        1s notifications/initialized
        1s tools/list
        """
      And startup returned at 1s
      And server "docs" is connected

    Example: the server answers the GET after 999 ms
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{delay: 999ms}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "notifications/initialized" at "999ms"
      And server "docs" has 1 open "GET"

  @OMP-TP-94
  Rule: With a small request timeout the wait for the background stream is shorter

    Scenario Outline: a timeout of <timeout> makes it <wait>
      Given server "docs" over http with this script:
        """yaml
        http: {get: hang}
        """
      And server "docs" has a timeout of <timeout>
      When the runtime starts
      And 1h passes
      Then server "docs" received "notifications/initialized" at "<wait>"
      And startup returned at <wait>

      Examples:
        | timeout | wait  |
        | 3ms     | 1ms   |
        | 200ms   | 50ms  |
        | 2s      | 500ms |
        | 3999ms  | 999ms |
        | 4s      | 1s    |
        | 60s     | 1s    |

  @OMP-TP-95 @real
  Rule: A timeout of 0 removes the limit of that wait

    Scenario Outline: set by <where>
      Given server "docs" over http with this script:
        """yaml
        http: {get: hang}
        """
      And <setting>
      When the runtime starts
      And 24h pass
      Then server "docs" received in this timeline:
        """timeline
        0s initialize
        0s GET
        """
      And startup has not returned

      Examples:
        | where           | setting                                              |
        | the definition  | server "docs" has a timeout of 0                     |
        | the environment | the environment variable "OMP_MCP_TIMEOUT_MS" is "0" |
