@omp @qwen @room @agents @virtual
Feature: What hangs or fails beside a server is not its concern, and is told as it is
  Servers hang in calls, fail while they list and take their time to close. Each of
  that is one server's own, and nobody is told anything else.

  @U-01
  Rule: A call that hangs keeps no call of another server waiting

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "mail, docs"
      And server "mail" answers "tools/call" after 9s
      And the runtime has started
      When the clock reaches 1s
      And tools of "mail" are called
      And tools of "docs" are called with:
        """json
        {"text": "hello"}
        """
      Then call 1 is pending
      And call 2 returns "hello"
      And call 2 ended at 1s

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-07
  Rule: A server is called what it is while it lists, and once its list has failed

    Scenario Outline: it <does>: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And server "mail" <does>
      When the runtime starts
      And 1s passes
      Then server "mail" is <state>
      And what is said of each server is what it has seen itself
      When 1h passes
      Then what is said of each server is what it has seen itself

      Examples:
        | profile  | does                                         | state        |
        | omp      | answers "tools/list" after 4s                | connected    |
        | hardened | answers "tools/list" after 4s                | connected    |
        | modern   | answers "tools/list" after 4s                | connected    |
        | qwen     | answers "tools/list" after 4s                | connected    |
        | room     | answers "tools/list" after 4s                | connected    |
        | omp      | answers "tools/list" with error -32000 "no"  | disconnected |
        | hardened | answers "tools/list" with error -32000 "no"  | disconnected |
        | modern   | answers "tools/list" with error -32000 "no"  | disconnected |
        | qwen     | answers "tools/list" with error -32000 "no"  | disconnected |
        | room     | answers "tools/list" with error -32000 "no"  | connected    |

  @U-06
  Rule: The end waits for connections that were given up before it, too

    Example: the first of two sessions is not told to be over by its server
      Given the runtime is that of "omp"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{session: {do: mint}}]}
        - {when: {verb: DELETE, nth: 1}, do: [never]}
        """
      And the runtime has started
      When 1s passes
      And server "docs" is reconnected
      And all servers are disconnected
      And 1ms passes
      Then no timer is pending
      And server "docs" received "DELETE" 2 times
      And the link to "docs" has 0 open connections

  @U-02
  Rule: A server that is lost again and again is nothing to a healthy one

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And the runtime has started
      When 1s passes
      And the counts start anew
      And server "mail" <drops>
      And 1h passes
      Then server "docs" received nothing
      And server "docs" is connected

      Examples:
        | profile            | drops                                   |
        | omp                | drops its connections 3 times, 5s apart |
        | hardened           | drops its connections 3 times, 5s apart |
        | modern             | drops its connections 3 times, 5s apart |
        | room               | drops its connections 3 times, 5s apart |
        | agents in parallel | drops its connections                   |
