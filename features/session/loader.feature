@omp @virtual
Feature: A loader without a session says what it was asked for and what went wrong

  @OMP-LC-118 @OMP-LC-20
  Rule: Without a session, too, a failed discovery is one error under .mcp.json, and every server's failure is told

    Example: no server can be connected
      Given servers "bad, worse" over http
      And server "bad" answers "initialize" with error -32600 "no"
      And server "worse" cannot be started
      When a session starts
      And servers are discovered and connected without a session
      Then the loader without a session returned the same

    Example: discovery fails
      Given server "docs" over http
      And discovery fails with "no such file"
      When a session starts
      And servers are discovered and connected without a session
      Then the session reported these errors:
        | path      | error        |
        | .mcp.json | no such file |
      And the loader without a session returned the same

    Example: tools have the path of their provider
      Given server "docs" over http
      And server "docs" comes from the provider "Claude Code"
      When a session starts
      And servers are discovered and connected without a session
      Then the loader without a session returned the same

    Scenario Outline: asked for project configuration <project> and the browser filter <browser>
      Given server "docs" over http
      And the session's setting "mcp.enableProjectConfig" is "<project>"
      And the session's setting "browser.enabled" is "<browser>"
      When servers are discovered and connected without a session
      Then discovery 1 was asked with:
        | project config | browser filter |
        | <project>      | <browser>      |

      Examples:
        | project | browser |
        | false   | true    |
        | true    | false   |
        | not set | true    |

  @OMP-LC-20
  Rule: A failed discovery is logged once

    Example: at the start of a session
      Given server "docs" over stdio
      And discovery fails with "no such file"
      When a session starts
      Then the log has 1 record with "no such file"

    Example: in a reload, which returns it instead
      Given server "docs" over stdio
      And a session has started
      When discovery begins to fail with "no such file"
      And the session is reloaded
      Then the log has 0 records with "no such file"
      And the session has the tools ""
