@room
Feature: The status says all there is to know about each provider
  Logs are quiet on purpose. Whoever wants to know why a provider is not there, or
  when it will be tried again, asks for the status, at any moment.

  @ROOM-30 @ROOM-31 @virtual
  Rule: Each provider has id, state, attempts and last change; error and next retry only where they apply

    Example: idle, connected, connecting and error
      Given servers "a, b, c, d" over ws
      And server "c" never answers "initialize"
      And server "d" cannot be started
      And waits between attempts have no jitter
      And the room server has the providers "a, b, c, d"
      And the room server has started
      When providers "b, c, d" are loaded
      And 8s pass
      And GET "/status/mcp" is asked
      Then the answer is 200 with:
        """json
        {"providers":[{"id":"a","state":"idle","attempts":0,"lastChangeAt":<ms 0s>,"visibility":"room"},{"id":"b","state":"connected","attempts":1,"lastChangeAt":<ms 0s>,"visibility":"room"},{"id":"c","state":"connecting","attempts":1,"lastChangeAt":<ms 0s>,"visibility":"room"},{"id":"d","state":"error","attempts":5,"lastChangeAt":<ms 7.5s>,"lastError":"dial tcp d.test:80: connect: connection refused","visibility":"room"}]}
        """

  @ROOM-30 @ROOM-31 @ROOM-32 @ROOM-33 @virtual
  Rule: Between two attempts the status shows the last error and the moment of the next one, in milliseconds since 1970

    Example: after the second of five attempts, and after the fourth, each with an error of its own
      Given server "alpha" over ws with this script:
        """yaml
        rules:
          - {when: {verb: GET, nth: 1}, do: [{status: {code: 503, body: "starting"}}]}
          - {when: {verb: GET, nth: 2}, do: [{status: {code: 503, body: "busy"}}]}
          - {when: {verb: GET, after: 2}, do: [{status: {code: 500, body: "broken"}}]}
        """
      And waits between attempts have no jitter
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And GET "/status/mcp" is asked
      Then the answer is 200 with:
        """json
        {"providers":[{"id":"alpha","state":"connecting","attempts":2,"lastChangeAt":<ms 0s>,"lastError":"HTTP 503: busy","nextRetryAt":<ms 1500ms>,"visibility":"room"}]}
        """
      When 3s pass
      Then the status shows:
        | id    | state      | attempts | last error       | next retry |
        | alpha | connecting | 4        | HTTP 500: broken | 7.5s       |

    Example: during the second of five attempts the first failure is told, and none is scheduled
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And server "alpha" never answers "initialize"
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" comes up
      And the clock reaches 600ms
      Then the status shows:
        | id    | state      | attempts | last error                                          | next retry |
        | alpha | connecting | 2        | dial tcp alpha.test:80: connect: connection refused |            |

  @ROOM-08 @ROOM-09 @virtual
  Rule: State, attempts and error belong to one provider and say nothing of another

    Example: four providers that fare differently
      Given servers "good, refused, busy, waiting" over ws
      And server "refused" cannot be started
      And server "busy" answers "initialize" with error -32000 "too busy"
      And waits between attempts have no jitter
      And the room server has the providers "good, refused, busy, waiting"
      And the room server has started
      When provider "refused" is loaded
      And 2s pass
      And providers "good, busy" are loaded
      Then the status shows:
        | id      | state      | attempts | last change | last error                                               | next retry |
        | good    | connected  | 1        | 2s          |                                                          |            |
        | refused | connecting | 3        | 0s          | dial tcp refused.test:80: connect: connection refused    | 3.5s       |
        | busy    | connecting | 1        | 2s          | MCP error -32000: too busy                               | 2.5s       |
        | waiting | idle       | 0        | 0s          |                                                          |            |

  @ROOM-54 @virtual
  Rule: What the log keeps quiet is in the status

    Example: the reason changes after the first error was logged
      Given server "alpha" over ws with this script:
        """yaml
        rules:
          - {when: {verb: GET, nth: 1}, do: [{status: {code: 503, body: "starting"}}]}
          - {when: {method: initialize, after: 3}, do: [{error: {code: -32001, message: gone}}]}
          - {when: {method: initialize, first: 3}, do: [{error: {code: -32000, message: too busy}}]}
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      Then provider "alpha" logged 1 error
      And the status shows:
        | id    | state      | attempts | last error                 |
        | alpha | connecting | 2        | MCP error -32000: too busy |
      When 20s pass
      Then the status shows:
        | id    | state | attempts | last error             |
        | alpha | error | 5        | MCP error -32001: gone |

  @ROOM-56 @virtual
  Rule: Whatever keeps a provider from connecting, it is connecting, then in error, and the status says why

    Scenario Outline: <case>
      Given server "alpha" over ws with this script:
        """yaml
        rules: [<rule>]
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 10s pass
      Then the status shows:
        | id    | state   | attempts   | last error   |
        | alpha | <first> | <attempts> | <last error> |
      When 2m pass
      Then the status shows:
        | id    | state | attempts | last error   |
        | alpha | error | 5        | <last error> |
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> error"

      Examples:
        | case                      | rule                                                      | first      | attempts | last error |
        | not a WebSocket           | {when: {verb: GET}, do: [{status: {code: 200, body: ""}}]}  | error      | 5        | opening the WebSocket (HTTP 200): the server did not upgrade the connection |
        | forbidden                 | {when: {verb: GET}, do: [{status: {code: 403, body: "no"}}]} | error     | 5        | HTTP 403: no |
        | silent after the connect  | {when: {verb: GET}, do: [{never: {}}]}                    | connecting | 1        | Connection to MCP server "alpha" timed out after 10000ms |
        | closed after the upgrade  | {when: {method: initialize}, do: [{exit: 0}]}             | error      | 5        | Transport closed |
        | no answer to initialize   | {when: {method: initialize}, do: [{never: {}}]}           | connecting | 1        | Connection to MCP server "alpha" timed out after 10000ms |

  @ROOM-56 @virtual
  Rule: A provider that nobody listens for, or whose URL is no WebSocket, ends in error like any other

    Scenario Outline: <url>
      Given the room server has started
      When provider "alpha" is loaded with the URL "<url>"
      And 20s pass
      Then the status shows:
        | id    | state | attempts | last error   |
        | alpha | error | 5        | <last error> |

      Examples:
        | url              | last error                                                              |
        | ws://nobody.test | dial tcp nobody.test:80: connect: connection refused                    |
        | ftp://alpha.test | parsing the URL: scheme "ftp" with host "alpha.test" is not WebSocket   |
