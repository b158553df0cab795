@room
Feature: An attempt is an attempt, however it fails
  Some providers refuse at once, others say nothing for ten seconds. Each has five
  attempts, and the wait for the next one begins when it has failed.

  @ROOM-38 @ROOM-39 @ROOM-46 @ROOM-47 @ROOM-48 @virtual
  Rule: Each of five attempts counts, and each wait begins at the failure before it

    Scenario Outline: <case>
      Given server "alpha" over ws with this script:
        """yaml
        rules: [<rule>]
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And the clock reaches <moment>
      Then the status shows:
        | id    | state      | attempts | last change |
        | alpha | connecting | 2        | 0s          |
      When 2m pass
      Then the link to "alpha" saw attempts to connect at "<attempts>"
      And the status shows:
        | id    | state | attempts | last change |
        | alpha | error | 5        | <end>       |

      Examples:
        | case                     | rule                                                                 | moment | attempts                           | end   |
        | refused at once          | {when: {verb: GET}, do: [{status: {code: 403, body: "no"}}]}         | 600ms  | 0s, 500ms, 1500ms, 3500ms, 7500ms  | 7.5s  |
        | not found                | {when: {verb: GET}, do: [{status: {code: 404, body: "no"}}]}         | 600ms  | 0s, 500ms, 1500ms, 3500ms, 7500ms  | 7.5s  |
        | an error                 | {when: {method: initialize}, do: [{error: {code: -32000, message: no}}]} | 600ms | 0s, 500ms, 1500ms, 3500ms, 7500ms | 7.5s  |
        | silent after the connect | {when: {verb: GET}, do: [never]}                                     | 10600ms | 0s, 10500ms, 21500ms, 33500ms, 47500ms | 57.5s |
        | no answer                | {when: {method: initialize}, do: [never]}                            | 10600ms | 0s, 10500ms, 21500ms, 33500ms, 47500ms | 57.5s |

  @ROOM-37 @ROOM-44 @virtual
  Rule: A provider that is connected at a later attempt is as connected as any

    Example: its list of tools does not come
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And server "alpha" never answers "tools/list"
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" comes up
      And 1s passes
      Then the status shows:
        | id    | state     | attempts | last change | last error |
        | alpha | connected | 3        | 1.5s        |            |
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected"

    Example: no earlier than it has answered the handshake
      Given server "alpha" over ws
      And server "alpha" answers "initialize" after 3s
      And the room server has started
      When provider "alpha" is loaded
      And 2999ms pass
      Then provider "alpha" is "connecting"
      When 1ms passes
      Then provider "alpha" is "connected"

    Example: its tools are called, and after a loss those that it has then
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" comes up
      And 1s passes
      And tool "alpha:echo" is called over HTTP
      Then the answer is 200 with a text that contains ""isError":false"
      When server "alpha" changes its tools to "find"
      And server "alpha" drops its connections
      And tool "alpha:find" is called over HTTP
      Then the answer is 200 with a text that contains ""isError":false"

  @ROOM-44 @virtual
  Rule: A tool is called at the provider that it is named after

    Scenario Outline: <tool>, which both have
      Given servers "alpha, bravo" over ws
      And the room server has started
      When providers "alpha, bravo" are loaded
      And tool "<tool>" is called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
      And server "alpha" received "tools/call" <alpha> times
      And server "bravo" received "tools/call" <bravo> times

      Examples:
        | tool       | alpha | bravo |
        | alpha:echo | 1     | 0     |
        | bravo:echo | 0     | 1     |

  @ROOM-40 @virtual
  Rule: However often a connection is lost, it is made again

    Example: ten times
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 10 times, 5s apart
      Then provider "alpha" is "connected"
      And server "alpha" received "initialize" 11 times

  @ROOM-08 @ROOM-42 @virtual
  Rule: A connected provider that is given another URL goes from connected to connecting

    Example: it moves
      Given servers "alpha, beta" over ws
      And the room server has started
      When provider "one" is loaded with the URL "ws://alpha.test"
      And provider "one" is loaded with the URL "ws://beta.test"
      Then the transitions of provider "one" are "none -> idle, idle -> connecting, connecting -> connected, connected -> connecting, connecting -> connected"

  @ROOM-10 @virtual
  Rule: Providers that failed at one moment are not tried again at one moment

    Example: ten of them
      Given servers "p1..p10" over ws
      And the links to "p1..p10" have refuse
      And the room server has started
      When providers "p1..p10" are loaded
      And 2s pass
      Then the first of the attempts to connect to "p1..p10" were made at one moment, the second were not

  @ROOM-44 @virtual
  Rule: A call reaches the provider with whatever arguments it has

    Scenario Outline: <what>
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And POST "/tools/call" is asked with:
        """json
        {"name": "alpha:echo"<arguments>}
        """
      Then the answer is 200
      And server "alpha" received "tools/call" 1 time

      Examples:
        | what        | arguments |
        | none        |           |
        | none at all | , "arguments": {} |
        | long ones   | , "arguments": {"text": "a text that is longer than most, a text that is longer than most, a text that is longer than most"} |
