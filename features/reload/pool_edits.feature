@qwen @virtual
Feature: With shared connections an edit counts as it does without
  Connections are shared by what they are. Whoever edits that gets another one, and its
  neighbours keep theirs.

  @QWEN-68
  Rule: A pass exchanges a server whose definition has changed, whatever of it has, and touches no other

    Scenario Outline: <key> of a server over <kind>
      Given the pool is on
      And server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And server "next" over <kind> with this script:
        """yaml
        <script>
        """
      And servers "mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <value> in the user settings
      And 300ms pass
      Then the last pass did "changed docs; kept 1"
      And server "<now>" received "initialize" 1 time
      And server "mail" received nothing

      Examples:
        | kind  | script             | key     | value                  | now  |
        | stdio | {}                 | command | "next"                 | next |
        | stdio | {}                 | env     | {"MODE": "x"}          | docs |
        | stdio | {}                 | cwd     | "/other"               | docs |
        | ws    | {}                 | headers | {"X-Mode": "x"}        | docs |
        | ws    | {}                 | tcp     | "ws://next.test/mcp"   | next |
        | http  | {}                 | headers | {"X-Mode": "x"}        | docs |
        | http  | {}                 | httpUrl | "http://next.test/mcp" | next |
        | sse   | http: {legacy: {}} | url     | "http://next.test/sse" | next |

    Example: the new connection has what the new definition says
      Given the pool is on
      And server "docs" over stdio
      And server "mail" over ws
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcpServers.docs.env" becomes {"MODE": "x"} in the user settings
      And "mcpServers.mail.headers" becomes {"X-Key": "k"} in the user settings
      And 1s passes
      Then process 2 of server "docs" was started with:
        | what          | value |
        | variable MODE | x     |
      And "GET" number 2 to server "mail" has the header "X-Key" set to "k"

    Example: one over WebSocket beside a changed one is not touched
      Given the pool is on
      And server "docs" over stdio
      And server "mail" over ws
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then these things happened in the pool in order:
        """
        docs released
        docs opened
        """
      And server "mail" received nothing

    Example: an edit of filters alone gives nothing back
      Given the pool is on
      And server "docs" over stdio
      And server "mail" over ws
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.excludeTools" becomes ["echo"] in the user settings
      And "mcpServers.mail.includeTools" becomes ["echo"] in the user settings
      And 1s passes
      Then these things happened in the pool in order:
        """
        """
      And the runtime has the tools "mcp__mail__echo"
      And server "docs" received nothing

  @QWEN-64 @QWEN-66
  Rule: A server over WebSocket that waits is not asked of the pool, whichever file brings it

    Scenario Outline: <where>
      Given the pool is on
      And server "docs" over ws
      And <where> the server "docs"
      And the workspace has started
      When "ui.theme" becomes "dark" in the user settings
      And 1h passes
      Then these things happened in the pool in order:
        """
        """
      And server "docs" received nothing
      When the user approves server "docs"
      Then these things happened in the pool in order:
        """
        docs opened
        """

      Examples:
        | where                         |
        | the workspace settings define |
        | the project brings            |

    Example: an edit that is no other connection, and another workspace uses it
      Given the pool is on
      And server "docs" over stdio
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      When another workspace starts in the same process
      And "mcpServers.docs.trust" becomes true in the workspace settings
      And 1s passes
      Then the approval queue is "docs"
      And server "docs" is disconnected in workspace 1
      And server "docs" is disconnected in workspace 2
