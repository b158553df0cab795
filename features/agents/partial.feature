@agents @virtual
Feature: Nothing stays behind
  A connect that fails half-way has a process running or a session open. A program
  that forgets them once a minute is out of processes by the evening.

  @OAI-02
  Rule: A connect that fails part-way closes everything that it has opened

    Scenario Outline: the process runs, then the handshake <fails>
      Given server "a" over stdio
      And server "a" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [<action>]}
        """
      When the manager connects its servers
      And 20s pass
      Then operation 1 succeeds
      And the manager shows:
        | view      | servers |
        | connected |         |
        | failed    | a       |
      And server "a" was started 1 time
      And server "a" has 0 live processes
      And the program sees no session of server "a"
      And no timer is pending

      Examples:
        | fails                     | action                               |
        | is answered with an error | {error: {code: -32000, message: no}} |
        | is answered with nonsense | {result: 7}                          |
        | is never answered         | never                                |
        | ends with the process     | {exit: 1}                            |

    Scenario Outline: the address is reached, then the handshake <fails>
      Given server "a" over http
      And server "a" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [<action>]}
        """
      When the manager connects its servers
      And 20s pass
      Then the manager shows:
        | view   | servers |
        | failed | a       |
      And the manager's errors are:
        | server | error                                           |
        | a      | Failed to connect to MCP server 'a': <text>     |
      And server "a" received "DELETE" <ended> times
      And server "a" has 0 open "GET"
      And server "a" has 0 open "POST"
      And no timer is pending

      Examples:
        | fails                            | method                    | action        | ended | text                                   |
        | is answered with 500             | initialize                | {status: 500} | 0     | HTTP error 500 (Internal Server Error) |
        | is answered with 403             | initialize                | {status: 403} | 0     | HTTP error 403 (Forbidden)             |
        | is never answered                | initialize                | never         | 0     | Connection timeout.                    |
        | is cut                           | initialize                | drop          | 0     | Could not reach the server.            |
        | fails after the session is there | notifications/initialized | {status: 500} | 1     | HTTP error 500 (Internal Server Error) |

    Scenario Outline: over <transport> the wire is open, then the handshake <fails>
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        rules:
          - {when: {method: <method>}, do: [<action>]}
        """
      When the manager connects its servers
      And 20s pass
      Then the manager shows:
        | view      | servers |
        | connected |         |
        | failed    | a       |
      And the link to "a" has 0 open connections
      And the program sees no session of server "a"
      And no timer is pending

      Examples:
        | transport | fails                     | method                    | action                               | http       |
        | sse       | is answered with an error | initialize                | {error: {code: -32000, message: no}} | legacy: {} |
        | sse       | is answered with nonsense | initialize                | {result: 7}                          | legacy: {} |
        | sse       | is never answered         | initialize                | never                                | legacy: {} |
        | sse       | is answered with 500      | initialize                | {status: 500}                        | legacy: {} |
        | sse       | fails at its end          | notifications/initialized | {status: 500}                        | legacy: {} |
        | ws        | is answered with an error | initialize                | {error: {code: -32000, message: no}} |            |
        | ws        | is answered with nonsense | initialize                | {result: 7}                          |            |
        | ws        | is never answered         | initialize                | never                                |            |

    Example: an address that no name server knows
      Given server "a" over http
      And server "a" is defined with url "http://nowhere.test/mcp"
      When the manager connects its servers
      And 20s pass
      Then the manager's errors are:
        | server | error                                                            |
        | a      | Failed to connect to MCP server 'a': Could not reach the server. |
      And no timer is pending

  @OAI-03
  Rule: A session is ended before its transport

    Example: an HTTP session is deleted before its wire is closed
      Given server "a" over http
      And the manager has connected its servers
      When the counts start anew
      And the manager cleans up
      Then server "a" received in order:
        """
        DELETE
        """
      And the link to "a" has 0 open connections

    Scenario Outline: a process meets the end of its input, two seconds later a signal, and two seconds later its end: it ignores <ignores>
      Given server "a" over stdio with this script:
        """yaml
        stdio: {ignore: [<ignores>]}
        """
      And the manager has connected its servers
      When the manager cleans up
      And the clock reaches <before>
      Then server "a" has <alive> live processes
      When the clock reaches <after>
      Then server "a" has 0 live processes

      Examples:
        | ignores   | before | alive | after  |
        | term      | 1ms    | 0     | 2ms    |
        | eof       | 1999ms | 1     | 2001ms |
        | eof, term | 3999ms | 1     | 4001ms |
