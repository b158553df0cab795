@omp @virtual
Feature: Handshakes and ends are the same, whatever a server has or does
  What a server offers decides what it is asked for later, and not how a connection begins
  or ends.

  @OMP-TP-01
  Rule: Between initialize and notifications/initialized nothing but the background stream is opened

    Scenario Outline: a server with <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        capabilities: {<capabilities>}
        rules: [{when: {method: notifications/initialized}, do: [never]}]
        """
      When the runtime starts
      And 1s passes
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        """

      Examples:
        | what             | capabilities                             |
        | everything       | tools: {}, prompts: {}, resources: {}    |
        | prompts alone    | prompts: {}                              |
        | nothing          |                                          |

  @OMP-TP-04
  Rule: A ping with parameters is a ping

    Scenario Outline: over <kind>, on a bare connection
      Given server "docs" over <kind>
      When a bare connection to server "docs" is opened
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"_meta": {"progressToken": 1}}}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "result": {}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: over <kind>, on a connection whose program listens to nothing
      Given server "docs" over <kind>
      When a bare connection to server "docs" is opened without a listener to notifications
      And server "docs" sends the request "roots/list"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |


  @OMP-TP-43
  Rule: Closing ends the process also where it is given time for that, and asks it before it kills it

    Scenario Outline: a process that ignores <what>, and has <wait>
      Given the switch "stdio.close" is "<wait>"
      And server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [<what>]}
        """
      And a connected transport to server "docs"
      When the transport is closed
      And 1h passes
      Then server "docs" has 0 live processes
      And the transport has closed

      Examples:
        | what      | wait     |
        | eof       | escalate |
        | term, eof | escalate |
        | term, eof | kill     |

    Example: one that has closed its output is asked, and tidies up
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: closing}, do: [{delay: 100ms}]}]
        """
      And a connected transport to server "docs"
      When the link to "docs" gets half_close down
      And the transport is closed
      And 1h passes
      Then server "docs" has 0 live processes
      And the transport has closed

  @OMP-TP-09
  Rule: A definition without a type that has a login is one of a process

    Example: the definition names a credential
      Given server "docs" over stdio
      And server "docs" is defined with type ""
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" was started 1 time
      And server "docs" is connected

  @OMP-TP-10
  Rule: A server of type "http" and of the legacy era is reached by POST, whatever is done with type "sse"

    Example: the old transport is switched on
      Given the switch "transport.sse" is "legacy"
      And server "docs" over http
      And server "docs" is defined with era "legacy"
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" was sent to "/mcp"

  @OMP-TP-69
  Rule: A newer session id takes the place of the older one, however long it is

    Scenario Outline: <older>, then <newer>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping, nth: 1}, do: [{headers: {Mcp-Session-Id: <older>}}]}
          - {when: {method: ping, nth: 2}, do: [{headers: {Mcp-Session-Id: <newer>}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And the request "ping" is sent
      Then "ping" number 2 to server "docs" has the header "Mcp-Session-Id" set to "<older>"
      And "ping" number 3 to server "docs" has the header "Mcp-Session-Id" set to "<newer>"

      Examples:
        | older     | newer     |
        | session-1 | s2        |
        | s1        | session-2 |
