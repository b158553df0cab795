@qwen @virtual
Feature: Settings count alike for servers over every transport
  How a server is reached is nothing that a change of settings depends on. What connects,
  stays, is exchanged or goes does so over pipes, HTTP, SSE and WebSocket.

  @QWEN-01 @QWEN-05 @QWEN-47 @QWEN-49 @QWEN-50 @QWEN-54
  Rule: Over every transport who is new connects, who is changed is exchanged, and who is unchanged is not touched

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And server "next" over <kind> with this script:
        """yaml
        <script>
        """
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And the user settings are saved with the servers "docs, next"
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__next__echo"
      When "mcpServers.next.timeout" becomes 5000 in the user settings
      And 1s passes
      Then server "next" received "initialize" 2 times
      And server "docs" received nothing

      Examples:
        | kind  | script             |
        | stdio | {}                 |
        | http  | {}                 |
        | sse   | http: {legacy: {}} |
        | ws    | {}                 |

    Scenario Outline: over <kind>, one of two that is changed is purged first
      Given server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And server "next" over <kind> with this script:
        """yaml
        <script>
        """
      And the user settings define the servers "docs, next"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.timeout" becomes 5000 in the user settings
      And 1s passes
      Then the last pass did "changed docs; kept 1"
      And these things happened to the servers in order, among others:
        """
        docs disconnected
        docs has ""
        docs connecting
        docs has "mcp__docs__echo"
        """
      And server "next" never lost a tool

      Examples:
        | kind | script             |
        | sse  | http: {legacy: {}} |
        | ws   | {}                 |

  @QWEN-48 @QWEN-51 @QWEN-62
  Rule: Over every transport an excluded server goes, and comes back when it is not excluded any more

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And server "mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" is disconnected
      When "mcp.excluded" is taken out of the user settings
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  | script             |
        | stdio | {}                 |
        | http  | {}                 |
        | sse   | http: {legacy: {}} |
        | ws    | {}                 |

  @QWEN-72
  Rule: Over every transport an approved server of a project that is edited waits, and is disconnected

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.timeout" becomes 5000 in the workspace settings
      And 1s passes
      Then the last pass did "removed docs"
      And server "docs" is disconnected
      And server "docs" received "initialize" 1 time
      And approval was asked for 1 time

      Examples:
        | kind | script             |
        | sse  | http: {legacy: {}} |
        | ws   | {}                 |
