@room
Feature: A provider's own wishes and words change nothing about its five attempts
  Statuses and headers are written for browsers and for other clients. A room does what
  its documents say, and shows what it was told.

  @ROOM-46 @ROOM-48 @ROOM-56 @virtual
  Rule: Whatever status keeps a provider from connecting, it has its five attempts at their moments

    Scenario Outline: <code> with <header>
      Given server "alpha" over ws with this script:
        """yaml
        rules: [{when: {verb: GET}, do: [{status: {code: <code>, headers: {<header>}, body: "no"}}]}]
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 2h pass
      Then the link to "alpha" saw attempts to connect at "0s, 500ms, 1500ms, 3500ms, 7500ms"
      And the status shows:
        | id    | state | attempts | last error      |
        | alpha | error | 5        | HTTP <code>: no |

      Examples:
        | code | header                     |
        | 401  | WWW-Authenticate: "Bearer" |
        | 401  | X: y                       |
        | 407  | X: y                       |
        | 429  | Retry-After: "3600"        |
        | 503  | Retry-After: "3600"        |
        | 302  | Location: "ws://beta.test" |

  @ROOM-32 @ROOM-38 @ROOM-39 @ROOM-48 @virtual
  Rule: A provider that was connected before is in error after five attempts, and each change has its own moment

    Example: lost, given up, loaded in vain and loaded again
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" goes down
      And 10s pass
      Then the status shows:
        | id    | state | attempts | last change |
        | alpha | error | 5        | 7.5s        |
      When provider "alpha" is loaded
      And 1s passes
      Then the status shows:
        | id    | state      | attempts | last change | next retry |
        | alpha | connecting | 2        | 10s         | 11.5s      |

  @ROOM-04 @ROOM-25 @virtual
  Rule: A command is obeyed while other providers connect

    Example: one is silent, one is between two attempts
      Given servers "alpha, beta, gamma" over ws
      And server "alpha" never answers "initialize"
      And server "beta" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When providers "alpha, beta" are loaded
      And 1s passes
      And provider "gamma" is loaded
      Then the answer is 200
      And provider "gamma" is "connected"
      And providers "alpha, beta" are "connecting"

    Example: one was given up
      Given servers "alpha, beta" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And provider "beta" is loaded
      Then provider "alpha" is "error"
      And provider "beta" is "connected"

  @ROOM-25 @ROOM-27 @virtual
  Rule: A command is understood whatever its body is called, and an id may be any text

    Scenario Outline: <type>
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When POST "/admin/mcp/load" is asked with the header "Content-Type" set to "<type>"
      Then the answer is 200
      And provider "alpha" is "connected"

      Examples:
        | type                              |
        | application/json                  |
        | application/json; charset=utf-8   |
        | application/x-www-form-urlencoded |
        | text/plain                        |

    Scenario Outline: the id <id>
      Given server "alpha" over ws
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "<id>", "url": "ws://alpha.test"}]}
        """
      Then the answer is 200
      And provider "<id>" is "connected"

      Examples:
        | id                 |
        | My Provider        |
        | a.b/c:d            |
        | ÄÖÜ                |
        | 7                  |

  @ROOM-22 @virtual
  Rule: With lazy loading off all providers connect at startup, whoever may see them

    Example: four, one for each visibility and one that says none
      Given servers "a, b, c, d" over ws
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "a", "url": "ws://a.test", "visibility": "owner"}, {"id": "b", "url": "ws://b.test", "visibility": "team"},
                        {"id": "c", "url": "ws://c.test", "visibility": "room"}, {"id": "d", "url": "ws://d.test"}]}
        """
      When the room server starts
      Then startup returned at 0s
      And providers "a, b, c, d" are "connected"
      And server "a" received "initialize" at "0s"
      And server "d" received "initialize" at "0s"

  @ROOM-11 @ROOM-40 @virtual
  Rule: Of several providers that are lost at once each is connected again

    Example: three, whose machine restarts
      Given servers "alpha, beta, gamma" over ws
      And the room server has started
      When providers "alpha, beta, gamma" are loaded
      And server "alpha" goes down
      And server "beta" goes down
      And server "gamma" goes down
      And 2s pass
      And server "gamma" comes up
      And server "beta" comes up
      And server "alpha" comes up
      And 10s pass
      Then providers "alpha, beta, gamma" are "connected"
