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
      And server "a" received "DELETE" <ended> times
      And server "a" has 0 open "GET"
      And server "a" has 0 open "POST"
      And no timer is pending

      Examples:
        | fails                            | method                    | action        | ended |
        | is answered with 500             | initialize                | {status: 500} | 0     |
        | is never answered                | initialize                | never         | 0     |
        | fails after the session is there | notifications/initialized | {status: 500} | 1     |

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

    Example: a process meets the end of its input before any signal
      Given server "a" over stdio
      And the manager has connected its servers
      When the manager cleans up
      And 10s pass
      Then server "a" has 0 live processes

  @OAI-09
  Rule: Only the limit makes a timeout, any other cancellation stays one

    Example: the program gives up a second before the limit
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And the manager passes cancellations on
      When the manager connects its servers
      And 2s pass
      And the program gives up operation 1
      And 10s pass
      Then operation 1 was aborted
      And operation 1 ended at 2s
      And the work on server "a" was:
        | owner   | work    | end       |
        | program | connect | cancelled |

    Example: the limit comes first
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And the manager passes cancellations on
      When the manager connects its servers
      And 4s pass
      And the program gives up operation 1
      Then operation 1 succeeds
      And the work on server "a" was:
        | owner   | work    | end     |
        | program | connect | timeout |

    Example: a session that cancels itself has not timed out
      Given server "a" over http
      And connecting server "a" fails with the group "cancelled"
      And the manager passes cancellations on
      When the manager connects its servers
      Then operation 1 fails with "session: context canceled"
      And the work on server "a" was:
        | owner   | work    | end       |
        | program | connect | cancelled |
