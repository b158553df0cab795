@qwen @virtual
Feature: Lists do not soften each other, and what replaces does not merge
  An allowed name is not an approved one. A map that comes before the start, or for servers
  that are reached in another way, replaces like any other.

  @QWEN-46
  Rule: A pending server waits, also if the lists allow it, and a name in other case is another name

    Example: allowed and pending
      Given servers "docs, mail" over stdio
      And the workspace settings define the servers "docs, mail"
      And server "mail" was approved before
      And "mcp.allowed" is ["docs", "mail"] in the user settings
      When the workspace starts
      And 1h passes
      Then server "docs" was started 0 times
      And server "mail" was started 1 time

    Scenario Outline: <key> is ["<name>"]
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.<key>" is ["<name>"] in the user settings
      When the workspace starts
      And 1h passes
      Then server "docs" was started <times>

      Examples:
        | key      | name | times   |
        | allowed  | DOCS | 0 times |
        | allowed  | Docs | 0 times |
        | excluded | Docs | 1 time  |

  @QWEN-42
  Rule: A map replaces the one before, over every transport

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "mail" over stdio
      And the user settings define the servers "docs"
      And the workspace has started
      When the program replaces the servers of the settings by "mail"
      Then the last pass did "removed docs; added mail"
      And the runtime has the tools "mcp__mail__echo"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @QWEN-42
  Rule: A map that is given before the start replaces what the files say

    Example: another server, and then the files change
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And a workspace that has not started
      When the program replaces the servers of the settings by "mail"
      And the workspace starts
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" was started 0 times

    Example: no server
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And a workspace that has not started
      When the program replaces the servers of the settings by ""
      And the workspace starts
      And 1s passes
      Then the runtime has the tools ""
      And server "docs" was started 0 times

  @QWEN-57
  Rule: Who shows prompts and resources is told that those of a changed server are gone, also if it does not connect

    Example: its process does not start any more
      Given server "docs" over stdio
      And server "docs" offers the prompts "draft"
      And server "docs" offers the resources "doc:a"
      And the user settings define the server "docs"
      And the workspace has started
      And server "docs" cannot be started
      When the counts start anew
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then the runtime has the prompts "" of server "docs"
      And consumers were told of changed prompts 1 time
      And consumers were told of changed resources of the servers "docs"

  @QWEN-78
  Rule: Who is asked about is told by name, each of several, and as of the last change

    Example: two at once
      Given servers "docs, mail" over stdio
      And the workspace has started
      When the counts start anew
      And the workspace settings are saved with the servers "docs, mail"
      And 1s passes
      Then these things happened to the servers in order, among others:
        """
        approval of "docs, mail"
        """

    Example: one more while the pass for the first one runs
      Given servers "docs, mail, wiki" over stdio
      And server "wiki" answers "initialize" after 2s
      And the workspace has started
      When the user settings are saved with the server "wiki"
      And the workspace settings are saved with the server "docs"
      And 400ms pass
      And the counts start anew
      And the workspace settings are saved with the server "mail"
      And 10s pass
      Then these things happened to the servers in order, among others:
        """
        approval of "mail"
        """
      And approval was asked for 1 time
