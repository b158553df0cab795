@omp @virtual
Feature: A switch holds for every transport and for every connection

  @D-01
  Rule: With startup.uncached at return no server is waited for, whatever its transport is and whether another one has tools to show

    Scenario Outline: over <kind>, alone and beside one with cached tools
      Given the switch "startup.uncached" is "return"
      And servers "docs, mail" over <kind>
      And server "docs" answers "tools/list" after 5s
      And server "mail" <other>
      When the runtime starts
      And 10s pass
      Then startup returned at 250ms
      And startup reported no errors
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo"

      Examples:
        | kind  | other                            |
        | stdio | answers "initialize" after 4s    |
        | http  | answers "initialize" after 4s    |
        | sse   | answers "initialize" after 4s    |
        | ws    | offers the tool "echo"           |

    Example: beside one that has failed
      Given the switch "startup.uncached" is "return"
      And servers "docs, mail" over stdio
      And server "docs" answers "tools/list" after 5s
      And server "mail" answers "initialize" with error -32600 "no"
      When the runtime starts
      And 10s pass
      Then startup returned at 250ms
      And the runtime has the tools "mcp__docs_echo"

  @D-02
  Rule: With handshake.listener at after-initialized each connection of either type opens its stream last

    Scenario Outline: type <type>, connected twice
      Given the switch "handshake.listener" is "after-initialized"
      And server "docs" over <type> with this script:
        """yaml
        http: {sessions: false}
        """
      And the runtime has started
      When server "docs" is reconnected
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        GET
        tools/list
        initialize
        notifications/initialized
        GET
        tools/list
        """

      Examples:
        | type |
        | http |
        | sse  |

  @D-04
  Rule: With rpc.ids at integer every connection counts from 1

    Scenario Outline: four connections over <kind>
      Given the switch "rpc.ids" is "integer"
      And server "mail" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And the runtime has started
      When server "mail" is reconnected
      And server "mail" is reconnected
      And server "mail" is reconnected
      Then the request ids that server "mail" saw are "1, 2, 1, 2, 1, 2, 1, 2"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @D-06
  Rule: With reconnect.breaker at 5-per-30s a sixth reconnect is made over no transport

    Example: a WebSocket that is cut a second after each list
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over ws
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 6 times
      And server "docs" is disconnected

  @D-07
  Rule: With reconnect.after_ladder at retry-remote a server is tried again without end

    Example: a day, and five minutes between two tries
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{status: 503}]}
        """
      When server "docs" ends its stream
      And 24h pass
      Then server "docs" received "initialize" 297 times

  @D-17
  Rule: The revision that was agreed upon is repeated in every later message, and every connection offers the same one

    Example: an answer to the server, a call, a reconnect and the end
      Given the switch "protocol.revision" is "2025-11-25"
      And server "docs" over http
      And the runtime has started
      When server "docs" sends the request "ping"
      And server "docs" is reconnected
      And server "docs" is disconnected
      Then "answer" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-11-25"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-11-25"
      And "tools/list" number 2 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-11-25"
      And "initialize" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "initialize", "params": {"protocolVersion": "2025-11-25",
         "capabilities": {"roots": {"listChanged": false}}, "clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}
        """
