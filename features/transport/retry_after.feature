@omp @virtual
Feature: A server that is overloaded may say when to come back
  429 and 503 can carry Retry-After, in seconds or as a date. The documented ladder
  has times of its own and does not look at it. With the switch
  reconnect.retry_after the runtime leaves such a server alone until then, five
  minutes at most, whatever ladder it is in; a wait that is longer anyway stays.

  @D-25
  Rule: The switch reconnect.retry_after has no attempt begin before the moment that the server names

    Scenario Outline: <value>, <status> with "<header>" in the middle of a ladder
      Given the switch "reconnect.retry_after" is "<value>"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize, nth: 3}
          do: [{status: {code: <status>, headers: {Retry-After: "<header>"}}}]
        - {when: {method: initialize, nth: 2}, do: [{status: 500}]}
        """
      And the runtime has started
      When server "docs" ends its stream
      And 1h passes
      Then server "docs" received "initialize" at "<attempts>"
      And server "docs" is connected

      Examples:
        | value  | status | header                        | attempts               |
        | ignore | 503    | 30                            | 0s, 0s, 500ms, 1500ms  |
        | honour | 503    | 30                            | 0s, 0s, 500ms, 30.5s   |
        | honour | 429    | 30                            | 0s, 0s, 500ms, 30.5s   |
        | honour | 500    | 30                            | 0s, 0s, 500ms, 1500ms  |
        | honour | 503    | 0                             | 0s, 0s, 500ms, 1500ms  |
        | honour | 503    | 1                             | 0s, 0s, 500ms, 1500ms  |
        | honour | 503    | 2                             | 0s, 0s, 500ms, 2500ms  |
        | honour | 503    | 300                           | 0s, 0s, 500ms, 300.5s  |
        | honour | 503    | 301                           | 0s, 0s, 500ms, 300.5s  |
        | honour | 503    | 99999999999999999999          | 0s, 0s, 500ms, 300.5s  |
        | honour | 503    | Thu, 01 Jan 2026 00:00:40 GMT | 0s, 0s, 500ms, 40s     |
        | honour | 429    | Thu, 01 Jan 2026 00:00:40 GMT | 0s, 0s, 500ms, 40s     |
        | honour | 503    | Wed, 31 Dec 2025 23:59:59 GMT | 0s, 0s, 500ms, 1500ms  |
        | honour | 503    | Thu, 08 Jan 2026 00:00:00 GMT | 0s, 0s, 500ms, 300.5s  |
        | honour | 503    | 9999999999                    | 0s, 0s, 500ms, 300.5s  |
        | honour | 503    | -5                            | 0s, 0s, 500ms, 1500ms  |
        | honour | 503    | soon                          | 0s, 0s, 500ms, 1500ms  |

    Example: a call that is answered 503 waits before the server is reconnected for it
      Given the switch "reconnect.retry_after" is "honour"
      And server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [{status: {code: 503, headers: {Retry-After: "20"}}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then server "docs" received "initialize" at "0s, 20s"
      And call 1 returns "ok"
      And server "docs" received "tools/call" 2 times

    Example: the attempts after the ladder keep to it, too
      Given the switch "reconnect.retry_after" is "honour"
      And the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize, nth: 6}
          do: [{status: {code: 503, headers: {Retry-After: "60"}}}]
        - when: {method: initialize, nth: 7}
          do: [{status: {code: 429, headers: {Retry-After: "120"}}}]
        - {when: {method: initialize, after: 1, until: 7}, do: [{status: 500}]}
        """
      And the runtime has started
      When server "docs" ends its stream
      And 1h passes
      Then server "docs" received "initialize" at "0s, 0s, 500ms, 1.5s, 3.5s, 7.5s, 67.5s, 187.5s"
      And server "docs" is connected
