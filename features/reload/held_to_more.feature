@qwen @virtual
Feature: What reload promises holds beside other servers, for other scopes and at the edges

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-02
  Rule: The tools of a server that is taken out go although its connection is lost

    Example: it is down, and its tools are still offered
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When server "docs" goes down
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      When the user settings are saved with the server "mail"
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"

  @QWEN-28
  Rule: A change brings the assembled servers about, those of the session and of the project included

    Example: the session's server of that name is not the one of the settings
      Given the session brings the server "docs"
      And "mcpServers.docs" is {"command": "docs", "args": ["-v"]} in the user settings
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-w"] in the user settings
      And "mcpServers.mail" becomes {"command": "mail"} in the user settings
      And 1s passes
      Then the last pass did "added mail; kept 1"
      And server "docs" was started 1 time

    Example: a server of the project goes on while another one waits for a decision
      Given server "docs" was approved before
      And the project brings the server "docs"
      And the workspace has started
      When the workspace settings are saved with the server "mail"
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo"
      And server "docs" was started 1 time
      And the approval queue is "mail"

  @QWEN-37 @QWEN-106
  Rule: An empty list of allowed servers allows none within a bound of the start and among patterns, too

    Scenario Outline: <how>
      Given <how>
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcp.allowed" becomes [] in the user settings
      And 1s passes
      Then the last pass did "removed docs, mail"
      When "mcp.allowed" is taken out of the user settings
      And 1s passes
      Then the last pass did "added docs, mail"

      Examples:
        | how                                                        |
        | the option --allowed-mcp-server-names is "docs, mail"      |
        | the switch "lists.match" is "globs"                        |

  @QWEN-50
  Rule: A server that stands in another line now is kept

    Example: a new one is written above it
      Given the user settings hold:
        """json
        {"mcpServers": {
          "docs": {"command": "docs"}}}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ui": {"theme": "dark"}, "mcpServers": {

          "mail": {"command": "mail"},

          "docs": {"command": "docs"}}}
        """
      And 1s passes
      Then the last pass did "added mail; kept 1"
      And server "docs" was started 1 time

  @QWEN-51
  Rule: A server is off if any settings exclude it, whatever others exclude

    Example: the user excludes one, the workspace another
      Given the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs"] in the user settings
      And "mcp.excluded" is ["mail"] in the workspace settings
      When the workspace starts
      And 1h passes
      Then server "docs" was started 0 times
      And server "mail" was started 0 times

  @QWEN-59
  Rule: Of several servers that the program has added each can be removed with its prompts

    Example: the first of two
      Given server "docs" offers the prompts "draft"
      And the workspace has started
      When the program adds server "docs"
      And the program adds server "mail"
      And the program removes server "docs"
      Then the runtime has the prompts "" of server "docs"
      And the runtime has the tools "mcp__mail__echo"
      And server "docs" has 0 live processes
