@omp @real
Feature: mcpsim proxy stands for a server
  A client that starts mcpsim proxy instead of its server must not see a difference
  unless a rule or a fault makes one. What it was told to do wrong and did not do
  would prove nothing, so it says so.

  Background:
    Given the file "others.yaml" holds:
      """
      - {when: {method: tools/call}, do: [never]}
      """
    And the file "ping.yaml" holds:
      """
      - {when: {method: ping, from: client}, do: [{error: {code: -1, message: no}}]}
      """

  @X-PROXY-01
  Rule: What client and server write passes byte for byte, whatever it is

    Scenario Outline: <text>
      When mcpsim runs in the project and reads "<text>", with these arguments:
        """
        proxy
        --
        cat
        """
      Then mcpsim has written "<text>"
      And mcpsim ends with code 0 and says ""

      Examples:
        | text                                              |
        | {'jsonrpc' : '2.0', 'id':1, 'method':'ping'}\\n   |
        | no end                                            |
        | \\r\\n\\n \\x00\\xff\\n                           |
        | Content-Length: 2\\r\\n\\r\\n{}                   |

    Example: what a rule does not meet, among lines that are no messages
      When mcpsim runs in the project and reads "a banner\r\n{ 'id' : 1 }\n{ }\r\n\nrest", with these arguments:
        """
        proxy
        --rules
        others.yaml
        --
        cat
        """
      Then mcpsim ends with code 0 and says "never happened"
      And mcpsim has written "a banner\r\n{ 'id' : 1 }\n{ }\r\n\nrest", and then more

  @X-PROXY-02
  Rule: It ends as the server ends

    Scenario Outline: the server does <what>
      When mcpsim runs in the project and reads "", with these arguments:
        """
        proxy
        --
        sh
        -c
        printf out; printf err >&2; <what>
        """
      Then mcpsim ends with code <code> and says "out"
      And mcpsim ends with code <code> and says "err"

      Examples:
        | what       | code |
        | exit 0     | 0    |
        | exit 7     | 7    |
        | exit 255   | 255  |
        | kill -9 $$ | 137  |

  @X-PROXY-03
  Rule: A rule that never acted is told of at the end, one that acted is told of when it does

    Scenario Outline: a ping, and the rules of <rules>
      When mcpsim runs in the project and reads "{"jsonrpc":"2.0","id":1,"method":"ping"}\n", with these arguments:
        """
        proxy
        --rules
        <rules>
        --
        cat
        """
      Then mcpsim ends with code 0 and says "<told>"

      Examples:
        | rules       | told                                                                   |
        | others.yaml | others.yaml:1: never of the rule (method tools/call) never happened    |
        | ping.yaml   | ping.yaml:1: error, to the client's ping (id 1)                        |
        | ping.yaml   | {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}            |
