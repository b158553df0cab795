@omp @virtual
Feature: Each request of a modern connection has an id of its own, and one end
  What is outstanding at once must be told apart. A stream that ends is the end of its request,
  whatever else it said, and what is asked again is another request.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1h"

  @MOD-CLI-19
  Rule: Requests of one kind that are outstanding at once have ids that differ

    Scenario Outline: two <what> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a]
        resources: ["doc:a", "doc:b"]
        prompts: [review]
        rules: [{when: {method: <method>}, do: [delay: 1s]}]
        """
      And the runtime has started
      When <one>
      And <other>
      And 2s pass
      Then calls 1 to 2 succeed
      And server "docs" saw the request id only once each
      And the request ids that server "docs" saw are "<ids>"

      Examples:
        | what    | method         | kind  | one                                           | other                                         | ids                                                                    |
        | reads   | resources/read | stdio | resource "doc:a" of server "docs" is read     | resource "doc:b" of server "docs" is read     | string, string, string, string, string, string, string, string |
        | reads   | resources/read | http  | resource "doc:a" of server "docs" is read     | resource "doc:b" of server "docs" is read     | string, string, string, string, string, string, string, string |
        | prompts | prompts/get    | stdio | prompt "review" of server "docs" is filled in | prompt "review" of server "docs" is filled in | string, string, string, string, string, string, string, string |
        | prompts | prompts/get    | http  | prompt "review" of server "docs" is filled in | prompt "review" of server "docs" is filled in | string, string, string, string, string, string, string, string |
        | calls   | tools/call     | stdio | tool "mcp__docs_a" is called                  | tool "mcp__docs_a" is called                  | string, string, string, string, string, string, string, string |

    Scenario Outline: two tasks that are followed at once, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 3s, poll: 1s}, answer: built}]
        capabilities: {tools: {}}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And tool "mcp__docs_build" is called
      And 5s pass
      Then calls 1 to 2 succeed
      And the request ids that server "docs" saw are "string, string, string, string, string, string, string, string, string, string"
      And server "docs" saw the request id only once each

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-CLI-30
  Rule: What has lost its exchange is asked again under another id, if at all

    Scenario Outline: <what> whose exchange is <end>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 3s, poll: 1s}, answer: built}]
        resources: ["doc:a"]
        rules: [{when: {method: <method>, nth: 1}, do: [<does>]}]
        """
      And the runtime has started
      When <act>
      And 1m passes
      Then call 1 <outcome>
      And server "docs" saw the request id only once each

      Examples:
        | what              | end      | method         | does                                              | act                                       | outcome                                  |
        | a poll of a task  | ended    | tasks/get      | {sse: {end: eof, events: [{id: e1, data: ''}]}}   | tool "mcp__docs_build" is called          | returns "built"                          |
        | a poll of a task  | reset    | tasks/get      | {sse: {end: reset, events: [{id: e1, data: ''}]}} | tool "mcp__docs_build" is called          | returns "built"                          |
        | a poll of a task  | dropped  | tasks/get      | drop: 0                                           | tool "mcp__docs_build" is called          | returns "built"                          |
        | a read            | dropped  | resources/read | drop: 0                                           | resource "doc:a" of server "docs" is read | fails with a text that begins with "sending POST: " |

  @MOD-CLI-68
  Rule: The end of a stream ends its request at once, whatever the stream has said before and however it ends

    Scenario Outline: <method>, <what>
      Given the switch "calls.repeat" is "unsent"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [{sse: {end: <end>, events: [<event>]}}]}]
        """
      And the runtime has started
      When <act>
      And 1h passes
      Then call 1 ended at 0s
      And server "docs" received "<method>" 1 time

      Examples:
        | method         | what                          | end   | event                                                                                  | act                                       |
        | tools/call     | told how long to wait         | eof   | {raw: "retry: 60000\n\n"}                                                              | tool "mcp__docs_a" is called              |
        | resources/read | told how long to wait         | eof   | {raw: "retry: 60000\n\n"}                                                              | resource "doc:a" of server "docs" is read |
        | tools/call     | reset                         | reset | {comment: hi}                                                                          | tool "mcp__docs_a" is called              |
        | tools/call     | cut within an event           | eof   | {raw: "data: {\"jsonrpc\""}                                                            | tool "mcp__docs_a" is called              |
        | resources/read | reset after a notification    | reset | {data: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}'} | resource "doc:a" of server "docs" is read |

    Example: a subscription, which is made again after half a second
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: subscriptions/listen, nth: 1}, do: [{sse: {end: eof, events: [{comment: hi}]}}]}]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "subscriptions/listen" at "0s, 500ms"

  @MOD-CLI-61
  Rule: A subscription, too, knows neither events of before nor sessions, whatever the server says

    Scenario Outline: the stream is <end>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules:
          - when: {method: subscriptions/listen, nth: 1}
            do: [{headers: {Mcp-Session-Id: s-1}}, {sse: {end: <end>, events: [{id: e7, comment: hi}]}}]
        """
      When the runtime starts
      And 1m passes
      And server "docs" is disconnected
      Then "subscriptions/listen" number 1 to server "docs" has no header "Last-Event-Id"
      And "subscriptions/listen" number 2 to server "docs" has no header "Last-Event-Id"
      And "subscriptions/listen" number 2 to server "docs" has no header "Mcp-Session-Id"
      And server "docs" received "GET" 0 times
      And server "docs" received "DELETE" 0 times

      Examples:
        | end   |
        | eof   |
        | reset |
