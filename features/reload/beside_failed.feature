@qwen @virtual
Feature: A server that has failed is the concern of no other
  One that cannot be started is tried again with each pass. Those beside it do not notice,
  and whoever excludes it is rid of it.

  Background:
    Given servers "docs, mail" over stdio
    And server "wiki" over http
    And server "bad" over stdio
    And server "bad" cannot be started

  @QWEN-04 @QWEN-05 @QWEN-50
  Rule: Those that are configured after one that is tried again, or is new, are not touched

    Example: one is tried again
      Given the user settings define the servers "bad, docs, wiki"
      And the workspace has started
      When the counts start anew
      And the user reloads the servers
      Then the last pass did "retried bad; kept 2"
      And server "docs" received nothing
      And server "wiki" received nothing
      And server "docs" never lost a tool
      And server "wiki" never lost a tool

    Example: one is new, and over HTTP
      Given server "news" over http
      And the user settings define the servers "docs, wiki"
      And the workspace has started
      When the counts start anew
      And the user settings are saved with the servers "news, docs, wiki"
      And 1s passes
      Then the last pass did "added news; kept 2"
      And server "wiki" received nothing
      And server "wiki" never lost a tool

  @QWEN-63
  Rule: Of several servers that have failed each one is tried again, whatever becomes of the others

    Example: the first one fails again
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And server "mail" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And the user settings define the servers "bad, docs, mail"
      And the workspace has started
      Then the runtime has the tools ""
      When the user reloads the servers
      Then the last pass did "retried bad, docs, mail"
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo"

  @QWEN-51 @QWEN-62 @QWEN-108
  Rule: A server that has failed and is kept off then is not tried any more, until it is let in

    Scenario Outline: by <key>
      Given the user settings define the servers "bad, docs"
      And the workspace has started
      When "<key>" becomes <off> in the user settings
      And 300ms pass
      Then the last pass did "removed bad; kept 1"
      When the user reloads the servers
      Then the last pass did "kept 1"
      And no timer is pending
      When "<key>" is taken out of the user settings
      And 300ms pass
      Then the last pass did "added bad; kept 1"

      Examples:
        | key          | off      |
        | mcp.excluded | ["bad"]  |
        | mcp.allowed  | ["docs"] |

  @QWEN-108
  Rule: A list that is edited together with a setting that waits for the next start counts at once

    Example: both in one save
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ide": {"enabled": true}, "mcp": {"excluded": ["mail"]}, "mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      And 1s passes
      Then server "mail" has 0 live processes
