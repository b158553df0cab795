@qwen @virtual
Feature: A server whose definition changes is replaced, and leaves nothing behind
  What a server offered belongs to its connection. With another definition the
  old connection goes first, with all that it offered; what comes then is new.

  Background:
    Given servers "docs, mail" over stdio
    And server "docs" offers the tools "read, write"
    And the user settings define the servers "docs, mail"

  @QWEN-49 @QWEN-55
  Rule: A changed server is disconnected and purged before it connects again

    Example: tools, resources, resource templates and prompts
      Given server "mail" offers the prompts "draft"
      And server "docs" offers the resources "doc:a"
      And server "docs" offers the resource templates "doc:{id}"
      And server "docs" offers the prompts "review"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then these things happened to the servers in order, among others:
        """
        docs disconnected
        docs has ""
        docs has 0 resources
        docs has 0 templates
        docs has 0 prompts
        docs connecting
        docs connected
        docs has "mcp__docs__read, mcp__docs__write"
        docs has 1 resources
        """
      And the runtime has the prompts "review" of server "docs"
      And the runtime has the prompts "draft" of server "mail"

    Example: over HTTP, however long the old connection takes to close
      Given server "wiki" over http
      And server "wiki" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 2s}]}
        """
      And the user settings define the servers "docs, wiki"
      And the workspace has started
      When "mcpServers.wiki.headers" becomes {"X-Key": "1"} in the user settings
      And 1s passes
      Then server "wiki" received "DELETE" 1 time
      And server "wiki" received "initialize" 1 time
      When 2s pass
      Then server "wiki" received "initialize" at "0s, 2300ms"

    Scenario Outline: <what> are gone while the server connects anew
      Given server "docs" offers the <what> "<names>"
      And the workspace has started
      Then the runtime has the <what> "<names>" of server "docs"
      Given server "docs" answers "initialize" after 10s
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then server "docs" is connecting
      And the runtime has the <what> "" of server "docs"
      And the runtime has the tools "mcp__mail__echo"

      Examples:
        | what               | names          |
        | resources          | doc:a, doc:b   |
        | resource templates | doc:{id}       |
        | prompts            | review, draft  |

  @QWEN-56
  Rule: A tool that a changed server no longer offers is gone

    Example: one of two is renamed
      Given the workspace has started
      When server "docs" changes its tools to "read, print"
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__docs__print, mcp__docs__read, mcp__mail__echo"

    Example: of the prompts and resources, too
      Given server "docs" offers the prompts "review, draft"
      And server "docs" offers the resources "doc:a, doc:b"
      And the workspace has started
      When server "docs" changes its prompts to "review"
      And server "docs" changes its resources to "doc:c"
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then the runtime has the prompts "review" of server "docs"
      And the runtime has the resources "doc:c" of server "docs"

  @QWEN-57 @QWEN-63
  Rule: A server that fails after its definition has changed leaves no tool, and harms no other

    Example: its command does not exist
      Given the workspace has started
      When "mcpServers.docs.command" becomes "no-such-command" in the user settings
      And "mcp.excluded" becomes ["mail"] in the user settings
      And 300ms pass
      And "mcp.excluded" becomes [] in the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" is disconnected
      And server "mail" is connected

    Scenario Outline: its definition <what>
      Given the workspace has started
      When "mcpServers.docs" becomes <definition> in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" is disconnected
      And server "docs" has 0 live processes

      Examples:
        | what                         | definition                        |
        | says nothing any more        | {}                                |
        | has a command that is a list | {"command": ["docs"]}             |
        | has an address that is none  | {"httpUrl": "ftp://docs.test/mcp"} |

    Scenario Outline: its process answers no more, and <what> of the old connection are gone
      Given server "docs" offers the <what> "<names>"
      And the workspace has started
      Then the runtime has the <what> "<names>" of server "docs"
      Given server "docs" cannot be started
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then server "docs" is disconnected
      And the runtime has the <what> "" of server "docs"
      And the runtime has the tools "mcp__mail__echo"

      Examples:
        | what               | names          |
        | resources          | doc:a, doc:b   |
        | resource templates | doc:{id}       |
        | prompts            | review, draft  |
