@omp @qwen @room @agents @virtual
Feature: Trouble of one server, at whatever moment, is its own

  @U-01
  Rule: A server that fails while it lists, or for good after it was lost, takes nothing from the others

    Scenario Outline: its list fails: <profile>
      Given the runtime of "<profile>" with the servers "mail, docs"
      And server "mail" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 1s}, {error: {code: -32000, message: no}}]}
        """
      When the runtime starts
      And 1h passes
      Then the tools of "docs" are offered and no others
      When tools of "docs" are called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |

    Scenario Outline: it is lost and never comes back: <profile>
      Given the runtime of "<profile>" with the servers "mail, docs"
      And the runtime has started
      When 1s passes
      And server "mail" goes down
      And 1h passes
      And tools of "docs" are called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-02
  Rule: A healthy server hears nothing of what others announce, nor of what is asked of them

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And the runtime has started
      When 1s passes
      And the counts start anew
      And server "mail" changes its tools to "find"
      And server "mail" sends the notification "notifications/tools/list_changed"
      And 1m passes
      And server "mail" is reconnected
      And 1h passes
      Then server "docs" received nothing
      And server "docs" is connected

      Examples:
        | profile  |
        | omp      |
        | hardened |
        | modern   |
        | qwen     |

  @U-05
  Rule: A caller who gives up while a server is reached again gets no answer, and nothing is sent in the call's place

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{exit: 1}]}
        - {when: {method: initialize, after: 1}, do: [{delay: 10s}]}
        """
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      And call 1 ended at 2s
      When 1h passes
      Then server "docs" received "tools/call" 1 time

      Examples:
        | profile  |
        | omp      |
        | modern   |

  @U-08
  Rule: A server that cannot be reached at all shows no values either

    Scenario Outline: over <kind>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over <kind>
      And server "docs" is defined with <what>
      And server "docs" cannot be started
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1h passes
      Then "tok-1" is nowhere to be seen

      Examples:
        | profile            | kind  | what                                                |
        | omp                | http  | the header "Authorization" set to "Bearer tok-1"    |
        | hardened           | http  | the header "X-Key" set to "tok-1"                   |
        | modern             | http  | the header "X-Key" set to "tok-1"                   |
        | omp                | http  | url "http://user:tok-1@docs.test/mcp?key=tok-1"     |
        | qwen               | http  | the header "X-Key" set to "tok-1"                   |
        | agents in parallel | http  | the header "X-Key" set to "tok-1"                   |
        | omp                | stdio | the variable "KEY" set to "tok-1"                   |
        | qwen               | stdio | the variable "KEY" set to "tok-1"                   |
        | agents             | stdio | the variable "KEY" set to "tok-1"                   |

  @U-10
  Rule: A server that hangs after or before its handshake holds up a start no longer than the gate allows

    Scenario Outline: it hangs at <where>, over <kind>: <profile>
      Given the runtime is that of "<profile>"
      And servers "docs, mail" over <kind>
      And server "mail" follows these rules:
        """yaml
        - {when: {method: <where>}, do: [never]}
        """
      And server "mail" has a timeout of 0
      And the cache holds the tools "echo" of server "mail"
      When the runtime starts
      And 1h passes
      Then startup returned at 250ms

      Examples:
        | profile  | kind  | where                     |
        | omp      | stdio | tools/list                |
        | hardened | stdio | tools/list                |
        | modern   | http  | tools/list                |
        | omp      | http  | tools/list                |
        | omp      | http  | notifications/initialized |
