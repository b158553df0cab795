@omp @virtual
Feature: Endpoints that answer oddly
  Proxies, frameworks and login walls answer in the server's place, and optional
  parts of the transport come back as something else.

  @FF-45
  Rule: A background stream that is refused or never answered is done without

    Scenario Outline: <server>
      Given server "docs" over http as "<server>"
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And startup reported no errors
      And server "docs" received "GET" 1 time
      And server "docs" received "initialize" 1 time
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"

      Examples:
        | server          |
        | get-hangs       |
        | get-answers-400 |

  @FF-46
  Rule: A GET that is answered with JSON is no background stream and no reason to connect anew

    Example: an object
      Given server "docs" over http as "get-answers-json"
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" received "GET" 1 time
      And server "docs" received "initialize" 1 time

  @FF-47
  Rule: A background stream that is cut after five idle minutes costs one connection each time and no tools

    Example: the first ten minutes
      Given server "docs" over http as "idle-stream-cut"
      When the runtime starts
      And the clock reaches 10m1s
      Then server "docs" received "initialize" at "0s, 5m0s, 10m0s"
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"

  @FF-49
  Rule: Lines of an event stream may end with a carriage return alone

    Example: the answer to a call
      Given server "docs" over http as "cr-line-endings"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"

  @FF-51
  Rule: Whatever the grammar of event streams allows is understood

    Example: comments, foreign fields, data in pieces
      Given server "docs" over http as "odd-but-legal-events"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the host saw these notifications of server "docs": "notifications/message"

  @FF-52
  Rule: An event without data is not a message and breaks nothing

    Example: it primes the stream
      Given server "docs" over http as "priming-event"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"

  @FF-56
  Rule: A page of HTML in the place of an answer ends the call, and only that of a gateway is worth a second try

    Scenario Outline: <server>
      Given server "docs" over http as "<server>"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns an error text with "<text>"
      And server "docs" received "tools/call" <n>

      Examples:
        | server          | text                                                | n       |
        | html-error-page | MCP error: HTTP 502: <html><head><title>            | 2 times |
        | login-page      | MCP error: parsing the body (HTTP 200, "text/html") | 1 time  |

  @FF-57
  Rule: A redirect that makes a GET of a POST is refused

    Example: 302
      Given server "docs" over http as "redirects-with-302"
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error           |
        | docs   | HTTP 302: Found |
      And server "docs" received "GET" 0 times

  @FF-58
  Rule: A notification that is answered 2xx has been taken, whatever the body says

    Example: null
      Given server "docs" over http as "acknowledges-with-null"
      When the runtime starts
      Then server "docs" is connected
      And startup reported no errors
