@omp @virtual
Feature: A session follows its servers whatever its user has done before

  @OMP-LC-97
  Rule: A reconnect that succeeds reaches a session whose user has deselected tools

    Example: one of two tools is another one now
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And a session has started
      When the session's user selects the tools "mcp__docs_read"
      And server "docs" changes its tools to "read, find"
      And server "docs" is reconnected
      Then the session has the tools "mcp__docs_find, mcp__docs_read"
      And the session's active tools are "mcp__docs_find, mcp__docs_read"

  @OMP-LC-117
  Rule: A server that has been given up is torn down as any other

    Scenario Outline: the session <does> it
      Given servers "docs, mail" over stdio
      And a session has started
      When server "docs" goes down
      And 1h passes
      Then server "docs" is in state "failed"
      When the session <does> server "docs"
      Then the session's command succeeds
      And the session has the tools "mcp__mail_echo"
      And the runtime knows the servers "mail"

      Examples:
        | does     |
        | removes  |
        | disables |

  @OMP-LC-03
  Rule: With MCP switched off no configuration is changed

    Scenario Outline: the session <does> a server
      Given server "docs" over stdio
      And the session's setting "enableMCP" is "false"
      And a session has started
      When the session <does> server "docs"
      Then the session's command fails with "MCP is switched off in this session"
      When servers are discovered and connected without a session
      Then server "docs" was started 1 time

      Examples:
        | does     |
        | removes  |
        | disables |

    Scenario Outline: and <setting> is <value>
      Given server "docs" over stdio
      And the session's setting "enableMCP" is "false"
      And the session's setting "<setting>" is "<value>"
      When a session starts
      And 1h passes
      Then discovery ran 0 times
      And server "docs" was started 0 times
      And the session has no manager

      Examples:
        | setting                 | value |
        | mcp.enableProjectConfig | true  |
        | mcp.enableProjectConfig | false |
        | browser.enabled         | true  |

  @OMP-LC-113
  Rule: No server over HTTP is brought back while a process is ending

    Example: its stream ends meanwhile
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [eof, term]}
        """
      And server "mail" over http
      And server "mail" follows these rules:
        """yaml
        - {when: {verb: GET}, mayNotHappen: true, do: [{as: sse}, {raw: ": hi\n\n"}, {delay: 10s}, {end: eof}]}
        """
      And the runtime has started
      When the clock reaches 9500ms
      And all servers are disconnected
      And 24h pass
      Then server "mail" received "initialize" 1 time
