@omp @virtual
Feature: Switches about ends decide the order of what happens then

  @D-08
  Rule: With stdio.close at escalate every end is announced before the process has ended, with kill after that and after its output

    Scenario Outline: a process that closes its output, and <value>
      Given the switch "stdio.close" is "<value>"
      And server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the link to "docs" gets half_close down
      Then request 1 fails with "Transport closed"
      And server "docs" has 1 live process
      And the transport reported:
        """text
        <first>
        """
      When 1s passes
      Then server "docs" has 0 live processes
      And the transport reported:
        """text
        close
        """

      Examples:
        | value    | first |
        | kill     |       |
        | escalate | close |

    Scenario Outline: output that ends 300 ms after the process, and <value>
      Given the switch "stdio.close" is "<value>"
      And server "docs" over stdio
      And the link to "docs" has slow_close 300ms down
      And a connected transport to server "docs"
      When the transport is closed
      And the clock reaches 299ms
      Then server "docs" has 0 live processes
      And the transport reported:
        """text
        <before>
        """
      When the clock reaches 310ms
      Then the transport has closed
      And the transport reported:
        """text
        close
        """

      Examples:
        | value    | before |
        | kill     |        |
        | escalate | close  |

    Example: with escalate, too, requests fail first
      Given the switch "stdio.close" is "escalate"
      And server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      And the transport is closed
      And 1h passes
      Then request 1 ended at 0s

  @D-10
  Rule: With http.listener_drop at resume-first the stream is resumed when the server says, and http.stream_end decides nothing about it

    Scenario Outline: http.listener_drop is <drop>, http.stream_end is <end>
      Given the switch "http.listener_drop" is "<drop>"
      And the switch "http.stream_end" is "<end>"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {verb: GET}, do: [{as: sse}, {raw: "id: 7\nretry: 3000\ndata:\n\n"}, {delay: 10s}, {end: eof}]}
        """
      And the runtime has started
      When the clock reaches 14s
      Then server "docs" received "GET" at "<at>"

      Examples:
        | drop         | end    | at      |
        | resume-first | fail   | 0s, 13s |
        | resume-first | resume | 0s, 13s |
        | onclose      | resume | 0s, 10s |

  @D-09
  Rule: With http.stream_end at resume any request goes on, once for each end

    Scenario Outline: <what>
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{sse: {end: eof, events: [{raw: "id: 7\ndata:\n\n"}]}}]}
          - {when: {verb: GET}, do: [<does>]}
        """
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then server "docs" received "GET" at "1s"
      And request 1 fails with a text that begins with "No response received for request ID "

      Examples:
        | what                        | timeout | does          |
        | without a deadline, refused | 0       | {status: 404} |
        | with one, refused           | 30s     | {status: 404} |
        | the network loses it        | 30s     | {drop: 0}     |

  @D-12
  Rule: With stdio.bad_line at close every line that is not JSON ends the connection

    Scenario Outline: <line>, with a timeout of <timeout>
      Given the switch "stdio.bad_line" is "close"
      And server "docs" over stdio
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When server "docs" sends:
        """
        <line>
        """
      And 1m passes
      Then the transport is not connected

      Examples:
        | line                       | timeout |
        | Welcome!                   | 0       |
        | {"jsonrpc":"2.0","method": | 30s     |
        | {"a":1}{"b":2}             | 30s     |
        | [1,                        | 30s     |
