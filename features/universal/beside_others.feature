@omp @qwen @room @agents @virtual
Feature: What holds for every runtime holds wherever the others stand, too
  Healthy servers stand before those that fail, passes over settings begin beside them, and
  there is not always one that is quick.

  @U-01
  Rule: A server that fails after others were connected takes nothing from them

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs, wiki, mail"
      And server "mail" answers "initialize" with error -32000 "no"
      When the runtime starts
      And 1h passes
      Then the tools of "docs, wiki" are offered and no others
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            |
        | room               |
        | agents             |
        | agents in parallel |

  @U-02
  Rule: What is done about some servers asks the healthy ones nothing

    Example: a pass that brings one more
      Given servers "docs, mail" over stdio
      And server "docs" offers the resource "doc:a"
      And the user settings define the servers "docs"
      And the workspace has started
      When the counts start anew
      And the user settings are saved with the servers "docs, mail"
      And 1m passes
      Then server "docs" received nothing

    Scenario Outline: failed ones are connected anew: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And server "mail" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      And the runtime has started
      When the counts start anew
      And the manager reconnects the failed servers
      And 1m passes
      Then server "docs" received nothing
      And the tools of "docs, mail" are offered and no others

      Examples:
        | profile            |
        | agents             |
        | agents in parallel |

  @U-03
  Rule: A server that was closed is not connected because of a call

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs"
      And the runtime has started
      When server "docs" is disconnected
      And the counts start anew
      And tools of "docs" are called
      And 1h passes
      Then server "docs" received nothing
      And server "docs" is disconnected

      Examples:
        | profile            |
        | room               |
        | agents             |
        | agents in parallel |

  @U-10
  Rule: A start does not wait longer where every server hangs

    Example: one that has no cached tools, where such are not waited for
      Given the runtime is that of "hardened"
      And servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And server "mail" never answers "initialize"
      When the runtime starts
      And 1h passes
      Then startup returned at 250ms

    Example: one without cached tools takes a second, and one with them hangs
      Given the runtime is that of "omp"
      And servers "docs, mail" over stdio
      And server "docs" answers "initialize" after 1s
      And server "mail" never answers "initialize"
      And the cache holds the tools "echo" of server "mail"
      When the runtime starts
      And 1h passes
      Then startup returned at 1s
