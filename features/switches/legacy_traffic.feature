@omp @virtual
Feature: The endpoint of an old server is found, checked and used
  Everything that an old server says comes through one stream, and where to answer
  is what the stream says first. Some never say it, some name another machine.

  Background:
    Given the switch "transport.sse" is "legacy"

  @FF-69
  Rule: A stream that never names an endpoint fails its server at the timeout and delays nobody else

    Scenario Outline: <what>
      Given server "docs" over sse with this script:
        """yaml
        http: {keepAlive: 5s, legacy: {<endpoint>}}
        """
      And server "mail" over http
      When the runtime starts
      Then server "mail" is connected
      When the clock reaches 29999ms
      Then startup has not returned
      When the clock reaches 30s
      Then startup reported these errors:
        | server | error                                                   |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |
      And server "docs" has 0 open "GET"

      Examples:
        | what                         | endpoint     |
        | comments and nothing else    | silent: true |
        | an endpoint that is too late | after: 31s   |

    Example: the timeout of the server counts
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {silent: true}}
        """
      And server "docs" has a timeout of 5s
      And a bare transport to server "docs"
      When the transport connects
      And the clock reaches 5s
      Then the transport failed to connect with "Endpoint timeout after 5000ms"
      And server "docs" has 0 open "GET"

    Example: a stream that ends says so at once
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {silent: true}}
        rules:
          - {when: {verb: GET}, do: [{sse: {end: eof, events: [{comment: bye}]}}]}
        """
      When the runtime starts
      Then startup reported these errors:
        | server | error                                       |
        | docs   | the stream ended before its endpoint event |

  @FF-70
  Rule: An endpoint is resolved against the URL of the stream, and one of another origin is refused

    Scenario Outline: <endpoint> after <wait>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {endpoint: "<endpoint>", after: <wait>}}
        """
      When the runtime starts
      And 3s pass
      Then startup returned at <wait>
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | endpoint                                           | wait |
        | /messages?sessionId=<session>                      | 0s   |
        | messages?sessionId=<session>                       | 0s   |
        | ../a/b?x=1&sessionId=<session>                     | 0s   |
        | http://docs.test/messages?sessionId=<session>      | 0s   |
        | http://docs.test:80/messages?sessionId=<session>   | 0s   |
        | //docs.test/messages?sessionId=<session>           | 0s   |
        | /messages?sessionId=<session>                      | 3s   |

    Scenario Outline: <endpoint> is refused
      Given server "evil" over http
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {endpoint: "<endpoint>"}}
        """
      And a bare transport to server "docs"
      When the transport connects
      Then the transport failed to connect with "endpoint <origin> refused: the stream is of http://docs.test"
      And the transport is not connected
      And server "evil" received nothing
      And server "docs" received "POST" 0 times

      Examples:
        | endpoint                                    | origin                |
        | http://evil.test/mcp?sessionId=<session>    | http://evil.test      |
        | //evil.test/mcp                             | http://evil.test      |
        | https://docs.test/messages                  | https://docs.test     |
        | https://DOCS.test:443/messages              | https://docs.test     |
        | http://docs.test:443/messages               | http://docs.test:443  |
        | https://docs.test:80/messages               | https://docs.test:80  |
        | http://docs.test:8080/messages              | http://docs.test:8080 |
        | http://docs.test@evil.test/mcp              | http://evil.test      |

    Example: answers reach who waits for them, errors too, and questions are answered
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: tools/list}, do: [{delay: 2s}]}
          - {when: {method: ping}, do: [{delay: 1s}, {error: {code: -32000, message: no}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the request "ping" is sent
      And server "docs" sends the request "roots/list"
      And 2s pass
      Then request 1 ended at 2s
      And request 1 succeeds
      And request 2 ended at 1s
      And request 2 fails with "MCP error -32000: no"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {"answered": "roots/list"}}
        """

    Example: a message that is not taken fails its sender
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: ping}, do: [{status: {code: 503, body: busy}}]}
          - {when: {method: tools/list}, do: [never]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "tools/list" is sent
      And 1h passes
      Then request 1 fails with "HTTP 503: busy"
      And request 2 ended at 30s
      And request 2 fails with "Request timeout after 30000ms"
      And the transport is connected
