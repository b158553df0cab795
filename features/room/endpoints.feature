@room
Feature: Few endpoints, each for one purpose
  Who runs a room gives commands; who is near may look. Looking never changes
  anything, and what is not offered is refused in a way that says what is.

  @ROOM-15 @virtual @real
  Rule: The room server has two routes for its operator and two for everybody, each for one method

    Scenario Outline: <method> <path>
      Given the room server has started
      When <method> "<path>" is asked
      Then the answer is <code>
      And the answer has the header "Allow" set to "<allowed>"

      Examples:
        | method | path              | code | allowed |
        | POST   | /admin/mcp/load   | 400  |         |
        | GET    | /admin/mcp/status | 200  |         |
        | GET    | /status/mcp       | 200  |         |
        | GET    | /health           | 200  |         |
        | GET    | /admin/mcp/load   | 405  | POST    |
        | POST   | /admin/mcp/status | 405  | GET     |
        | POST   | /status/mcp       | 405  | GET     |
        | HEAD   | /health           | 405  | GET     |
        | PUT    | /health           | 405  | GET     |
        | GET    | /admin/mcp        | 404  |         |
        | GET    | /status/mcp?at=1  | 200  |         |
        | GET    | /health?x=/status | 200  |         |
        | HEAD   | /status/mcp       | 405  | GET     |
        | PUT    | /admin/mcp/load?x | 405  | POST    |
        | GET    | /status/mcp/      | 404  |         |

  @ROOM-16 @virtual @real
  Rule: The operator's status is the public one, byte by byte

    Example: one connected, one between two attempts, one idle
      Given servers "alpha, beta, gamma" over ws
      And server "beta" cannot be started
      And the room server has the providers "gamma, alpha, beta"
      And the room server has started
      When providers "alpha, beta" are loaded
      And 1s passes
      And GET "/status/mcp" is asked
      And GET "/admin/mcp/status" is asked
      Then the last two answers are equal
      And the answer is 200 with a text that contains "nextRetryAt"
      And the answer lists "providers" with the "id" "gamma, alpha, beta"

  @ROOM-17 @virtual
  Rule: Asking for the status changes no state and connects nothing

    Example: one hundred times
      Given servers "alpha, beta" over ws
      And server "beta" cannot be started
      And the room server has the providers "alpha, beta"
      And the room server has started
      When provider "beta" is loaded
      And 20s pass
      And GET "/status/mcp" is asked
      And GET "/status/mcp" is asked 100 times
      Then the last two answers are equal
      And providers "alpha" are "idle"
      And providers "beta" are "error"
      And the link to "beta" saw 5 attempts to connect

    Example: between two attempts, of everybody who may be asked
      Given server "beta" over ws
      And server "beta" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "beta" is loaded
      And 2s pass
      And GET "/status/mcp" is asked 20 times
      And GET "/admin/mcp/status" is asked 20 times
      And GET "/mcp/status" is asked of the operator
      And 20s pass
      Then the link to "beta" saw attempts to connect at "0s, 500ms, 1500ms, 3500ms, 7500ms"

  @X-ROOM-01 @virtual
  Rule: A web page from elsewhere can neither give commands nor see anything

    Scenario Outline: <header> is <value>
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When POST "/admin/mcp/load" is asked with the header "<header>" set to "<value>"
      Then the answer is <code>
      And provider "alpha" is "<state>"

      Examples:
        | header         | value                  | code | state     |
        | Origin         | https://elsewhere.test | 403  | idle      |
        | Origin         | null                   | 403  | idle      |
        | Sec-Fetch-Site | cross-site             | 403  | idle      |
        | Sec-Fetch-Site | same-site              | 403  | idle      |
        | Host           | elsewhere.test         | 403  | idle      |
        | Origin         | http://localhost:40801 | 200  | connected |
        | Sec-Fetch-Site | none                   | 200  | connected |
        | Sec-Fetch-Site | same-origin            | 200  | connected |

    Scenario Outline: GET <path>, whose <header> is <value>
      Given the room server has started
      When GET "<path>" is asked with the header "<header>" set to "<value>"
      Then the answer is <code>

      Examples:
        | path        | header         | value                  | code |
        | /status/mcp | Origin         | https://elsewhere.test | 403  |
        | /status/mcp | Sec-Fetch-Site | cross-site             | 403  |
        | /status/mcp | Host           | elsewhere.test         | 403  |
        | /status/mcp | Origin         | http://localhost:40801 | 200  |
        | /tools      | Host           | elsewhere.test         | 403  |
        | /health     | Host           | elsewhere.test         | 200  |

  @X-ROOM-02 @virtual
  Rule: Commands and the status can demand a token, which health does not

    Background:
      Given server "alpha" over ws
      And the room server demands the token "tok-1"
      And the room server has started

    Example: without and with a wrong one
      When POST "/admin/mcp/load" is asked with the header "Accept" set to "*/*"
      Then the answer is 401
      And the answer has the header "WWW-Authenticate" set to "Bearer"
      When POST "/admin/mcp/load" is asked with the header "Authorization" set to "Bearer tok-2"
      Then the answer is 401

    Example: with the right one
      When provider "alpha" is loaded through the operator
      Then provider "alpha" is "connected"
      And the trace does not contain "tok-1"

    Scenario Outline: <path> without a token
      When GET "<path>" is asked
      Then the answer is <code>

      Examples:
        | path        | code |
        | /status/mcp | 401  |
        | /health     | 200  |
