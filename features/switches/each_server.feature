@omp @virtual
Feature: A switch means the same for every server

  @D-01
  Rule: With startup.uncached at return, however many servers are not known yet, none is waited for and none given up

    Example: three servers without cached tools
      Given the switch "startup.uncached" is "return"
      And servers "docs, mail, wiki" over stdio
      And server "docs" answers "initialize" after 5s
      And server "mail" answers "initialize" after 6s
      And server "wiki" answers "tools/list" after 7s
      When the runtime starts
      And 10s pass
      Then startup returned at 250ms
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo, mcp__wiki_echo"

    Example: no cache at all
      Given the switch "startup.uncached" is "return"
      And there is no cache
      And server "docs" over stdio
      And server "docs" answers "initialize" after 5s
      When the runtime starts
      And 10s pass
      Then startup returned at 250ms
      And the runtime has the tools "mcp__docs_echo"

  @D-02
  Rule: Whether a server has sessions changes nothing of handshake.listener

    Scenario Outline: <value>
      Given the switch "handshake.listener" is "<value>"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        <second>
        <third>
        tools/list
        """

      Examples:
        | value              | second                    | third                     |
        | before-initialized | GET                       | notifications/initialized |
        | after-initialized  | notifications/initialized | GET                       |

  @D-06
  Rule: With reconnect.breaker at 5-per-30s a sixth reconnect is made to no server over HTTP either

    Example: a stream that ends a second after each list
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {stream: eof}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 6 times
      And server "docs" is disconnected

  @D-07
  Rule: With reconnect.after_ladder at retry-remote servers of type sse are tried again, too

    Example: an address that answers 503 from now on
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over sse
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{status: 503}]}
        """
      When the counts start anew
      And server "docs" ends its stream
      And the clock reaches 1m
      Then server "docs" received "initialize" at "0s, 500ms, 1500ms, 3500ms, 7500ms, 22.5s, 52.5s"

  @D-12
  Rule: With stdio.bad_line at close a long line that is not JSON ends the connection like a short one

    Example: 8 KiB
      Given the switch "stdio.bad_line" is "close"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{raw: {text: "x", size: 8KiB}}, {raw: "\n"}, never]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then the log has 2 records of "docs" with "Failed to parse JSONL"

  @D-17
  Rule: A revision that was agreed upon is repeated although another one was offered

    Example: a server that knows a newer one
      Given the switch "protocol.revision" is "2025-03-26"
      And server "docs" over http with this script:
        """yaml
        revisions: ["2025-06-18"]
        """
      When the runtime starts
      Then "tools/list" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-06-18"

  @D-20
  Rule: With startup.list_failure at keep servers over HTTP stay connected, too

    Example: a list that fails once
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{error: {code: 0, message: ""}}]}
        """
      When the runtime starts
      Then server "docs" is connected
      When server "docs" sends the notification "notifications/tools/list_changed"
      Then the runtime has the tools "mcp__docs_echo"

    Example: once such a server lists, it has all that it offers
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio with this script:
        """yaml
        tools: [greet]
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: tools/list, first: 1}, do: [{error: {code: -32000, message: not now}}]}]
        """
      When the runtime starts
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the runtime has the tools "mcp__docs_greet"
      And the runtime has the resources "doc:a" of server "docs"
      And the runtime has the prompts "review" of server "docs"
