@omp @virtual
Feature: Answers that are no answers, and sessions that are none any more
  Gateways, acknowledgements, dead sessions and errors of tools come in many forms. What
  counts is which of them is worth a second try, and that it is one.

  @FF-56
  Rule: Whatever stands in the place of an answer ends the call, and is told with its status

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: <times>}, do: [<do>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns an error text with "<text>"
      And server "docs" received "tools/call" <times> times
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 2 returns "hi"

      Examples:
        | what                    | do                                                                      | text             | times |
        | 503 and nothing         | status: {code: 503}                                                     | HTTP 503         | 2     |
        | 500 and a page          | status: {code: 500, headers: {Content-Type: text/html}, body: "<html>"} | HTTP 500         | 1     |
        | less than was announced | drop: {at: 20}                                                          | reading the body | 2     |
        | 504 and nothing         | status: {code: 504}                                                     | HTTP 504         | 1     |

  @FF-58
  Rule: Eight ways to acknowledge a notification are one

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/initialized}, do: [<do>]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And startup reported no errors
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | what                     | do                                                                                                |
        | 202                      | {status: 202}                                                                                     |
        | 202 and a type           | {status: {code: 202, headers: {Content-Type: application/json}}}                                  |
        | 200 and nothing          | {status: 200}                                                                                     |
        | 200 and null             | {status: {code: 200, headers: {Content-Type: application/json}, body: "null"}}                    |
        | 200 and an answer        | {status: {code: 200, headers: {Content-Type: application/json}, body: '{"jsonrpc":"2.0","id":null}'}} |
        | 200 and an error         | {status: {code: 200, headers: {Content-Type: application/json}, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}'}} |
        | 204                      | {status: 204}                                                                                     |
        | 200 and an empty stream  | {status: {code: 200, headers: {Content-Type: text/event-stream}}}                                 |

  @FF-59
  Rule: A session that is dead for one verb, or dead again, costs no loop

    Example: 404 for the background stream alone
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{status: {code: 404, body: no session}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1h passes
      Then call 1 returns "hi"
      And server "docs" received "initialize" 1 time

    Example: the new session is dead at once, too
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 2}, do: [{session: expire}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns an error text with "HTTP 404"
      And server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

  @FF-60
  Rule: A dead session that is told in the body of a success ends one call

    Example: 200 and an object that is no answer
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, nth: 1}
          do: [{status: {code: 200, headers: {Content-Type: application/json}, body: '{"error":"Session not found"}'}}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns an error text with "MCP error"
      And server "docs" received "tools/call" 1 time
      And server "docs" is connected

  @FF-61
  Rule: A new session begins without the id of the old one, which is deleted first

    Example: an explicit reconnect
      Given server "docs" over http
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then "initialize" number 2 to server "docs" has no header "Mcp-Session-Id"
      And server "docs" received "DELETE" 1 time
      And server "docs" is connected

  @FF-63
  Rule: A connection on which nothing comes any more ends each call at its own timeout

    Example: two calls, a second apart, and no packet after that
      Given server "docs" over http
      And the runtime has started
      When the link to "docs" gets stall
      And tool "mcp__docs_echo" is called
      And 1s passes
      And tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 ended at 30s
      And call 2 ended at 31s
