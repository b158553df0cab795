@omp @virtual
Feature: Each exchange over HTTP is a POST and its answer

  @OMP-TP-12 @OMP-TP-22
  Rule: Every request has an id of its own, whatever its method is, with params or without, in a session or not

    Scenario Outline: <method> over <kind>, three times
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: first}, do: [{headers: {Mcp-Session-Id: S1}}, {result: {}}]}]
        """
      And a connected transport to server "docs"
      When the request "<method>" is sent
      And the request "<method>" is sent
      And the request "first" is sent
      And the request "<method>" is sent
      Then server "docs" saw the request id only once each
      And the request ids that server "docs" saw are "string, string, string, string"
      And "<method>" number 3 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "<method>"}
        """

      Examples:
        | kind  | method     |
        | http  | ping       |
        | http  | tools/list |
        | stdio | ping       |
        | stdio | tools/list |

  @OMP-TP-22
  Rule: A request of any length is a POST

    Scenario Outline: <size> bytes
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with <size> bytes
      Then server "docs" received "POST" 1 time
      And server "docs" received "tools/call" 1 time

      Examples:
        | size    |
        | 10      |
        | 70000   |
        | 1048576 |

    Example: its length is told, for servers that take no other
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then "ping" number 1 to server "docs" has the header "Content-Length" set to "60"

  @OMP-TP-10 @OMP-TP-11
  Rule: The type alone chooses the transport, and nothing of the address is lost

    Scenario Outline: type <type>, <what>
      Given server "docs" over <type> with this script:
        """yaml
        http: {sessions: false}
        """
      And <defined>
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """
      And server "docs" was started 0 times

      Examples:
        | type | what               | defined                                                        |
        | http | with arguments     | server "docs" is defined with the arguments "--stdio"          |
        | http | with a variable    | server "docs" is defined with the variable "KEY" set to "k"    |
        | http | with a header      | server "docs" is defined with the header "X-Key" set to "k"    |
        | sse  | with a header      | server "docs" is defined with the header "X-Key" set to "k"    |
        | sse  | without a deadline | server "docs" has a timeout of 0                               |
        | sse  | with a directory   | server "docs" is defined with cwd "docs"                       |

    Scenario Outline: type <type>, an address with a query
      Given server "docs" over <type>
      And server "docs" is defined with url "http://docs.test/mcp?key=1&b=%20"
      When the runtime starts
      And server "docs" is disconnected
      Then "initialize" number 1 to server "docs" was sent to "/mcp?key=1&b=%20"
      And "GET" number 1 to server "docs" was sent to "/mcp?key=1&b=%20"
      And "tools/list" number 1 to server "docs" was sent to "/mcp?key=1&b=%20"
      And "DELETE" number 1 to server "docs" was sent to "/mcp?key=1&b=%20"

      Examples:
        | type |
        | http |
        | sse  |

    Scenario Outline: type <type>, with auth
      Given server "docs" over <type>
      And server "docs" is defined with auth:
        """json
        {"type": "apikey"}
        """
      When the runtime starts
      Then server "docs" is connected
      And server "docs" received "POST" 3 times

      Examples:
        | type |
        | http |
        | sse  |

  @OMP-TP-23
  Rule: An answer that is not a stream is read whatever 2xx status it has, also in a batch and behind a mark

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{status: {code: <status>, headers: {Content-Type: application/json}, body: '<body>'}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 <outcome>

      Examples:
        | what                      | status | body                                                                              | outcome                      |
        | a result with 201         | 201    | {"jsonrpc":"2.0","id":"<id>","result":{}}                                         | succeeds                     |
        | a result with 202         | 202    | {"jsonrpc":"2.0","id":"<id>","result":{}}                                         | succeeds                     |
        | an error with 202         | 202    | {"jsonrpc":"2.0","id":"<id>","error":{"code":7,"message":"no"}}                   | fails with "MCP error 7: no" |

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{headers: {Content-Type: application/json}}, {raw: "<body>"}, {end: eof}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 <outcome>

      Examples:
        | what                     | body                                                      | outcome                      |
        | behind a byte order mark | \ufeff{\"id\":<id>,\"result\":{}}                         | succeeds                     |
        | a batch with another one | [{\"id\":1,\"result\":{}},{\"id\":<id>,\"error\":{\"code\":7,\"message\":\"no\"}}] | fails with "MCP error 7: no" |
