@omp @virtual
Feature: A switch chooses whether a lost background stream is resumed before the connection is given up
  The end of the background stream may mean that the server is gone, or that some
  proxy closes what has been silent for a minute. To connect anew is the right
  answer to the first and a waste for the second.

  @D-10
  Rule: The switch http.listener_drop decides whether a background stream with event ids is resumed before its end is reported

    Scenario Outline: a stream that <ends>, and <value>
      Given the switch "http.listener_drop" is "<value>"
      And server "docs" over http with this script:
        """yaml
        http: {resume: true}
        """
      And the runtime has started
      When 5s pass
      And server "docs" <ends>
      And 10s pass
      And server "docs" <ends>
      And 10s pass
      Then server "docs" received "GET" at "<listens>"
      And server "docs" received "initialize" at "<connects>"
      And server "docs" is connected

      Examples:
        | value        | ends                  | listens      | connects     |
        | onclose      | ends its stream       | 0s, 5s, 15s  | 0s, 5s, 15s  |
        | onclose      | drops its connections | 0s, 5s, 15s  | 0s, 5s, 15s  |
        | resume-first | ends its stream       | 0s, 6s, 16s  | 0s           |
        | resume-first | drops its connections | 0s, 6s, 16s  | 0s           |

    Example: what the server said meanwhile arrives
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http with this script:
        """yaml
        http: {resume: true}
        """
      And the runtime has started
      When server "docs" ends its stream
      And server "docs" changes its tools to "search"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 999ms pass
      Then the runtime has the tools "mcp__docs_echo"
      When the clock reaches 1s
      Then the runtime has the tools "mcp__docs_search"
      And "GET" number 2 to server "docs" has the header "Last-Event-Id" set to "1-1-0"

    Example: without event ids there is nothing to resume
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http
      And the runtime has started
      When 5s pass
      And server "docs" ends its stream
      Then server "docs" received "initialize" at "0s, 5s"

    Example: a resumption that is refused is the end
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http with this script:
        """yaml
        http: {resume: true}
        rules:
          - {when: {verb: GET, nth: 2}, do: [{status: 404}]}
        """
      And the runtime has started
      When server "docs" ends its stream
      And 1h passes
      Then server "docs" received "GET" at "0s, 1s, 1s"
      And server "docs" received "initialize" at "0s, 1s"
      And server "docs" is connected

    Example: a server without sessions has event ids, too
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http with this script:
        """yaml
        http: {resume: true, sessions: false}
        rules:
          - {when: {verb: GET}, do: [{as: sse}, {raw: "id: 7\ndata:\n\n"}, {delay: 5s}, {end: eof}]}
        """
      And the runtime has started
      When the clock reaches 7s
      Then server "docs" received "GET" at "0s, 6s"
      And server "docs" received "initialize" at "0s"
      And "GET" number 2 to server "docs" has the header "Last-Event-Id" set to "7"
