@qwen @virtual
Feature: A decision is about a definition, whether or not it is there just now
  Settings come and go with branches and edits. If a server that is away for a
  moment lost its approval, people would learn to approve without looking; if it
  lost its rejection, it could sneak back.

  Background:
    Given servers "docs, mail" over stdio
    And the workspace settings define the server "docs"

  @QWEN-87
  Rule: Taking a server out of the settings deletes no decision about it

    Scenario Outline: a server that was <decided>
      Given server "docs" was <decided> before
      And the workspace has started
      When "mcpServers" becomes {} in the workspace settings
      And 1h passes
      Then the last pass did "<did>"
      And the approvals file holds:
        """
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "<decided>"}}}
        """

      Examples:
        | decided  | did          |
        | approved | removed docs |
        | rejected |              |

    Example: each of three decisions, one after the other
      Given server "wiki" over stdio
      And the workspace settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the user approves server "docs"
      And the user rejects server "mail"
      And the user approves server "wiki"
      And the workspace is closed and another one starts
      Then the approval queue is ""
      And server "docs" has 1 live process
      And server "mail" was started 0 times

  @QWEN-88 @real
  Rule: An approved server that comes back as it was connects without a question

    Example: an hour away
      Given the workspace has started
      When the user approves server "docs"
      And "mcpServers" becomes {} in the workspace settings
      And 1h passes
      Then server "docs" has 0 live processes
      When the workspace settings are saved with the server "docs"
      And 300ms pass
      Then the runtime has the tools "mcp__docs__echo"
      And server "docs" was started 2 times
      And approval was asked for 0 times
      And the approval queue is ""

  @QWEN-89 @real
  Rule: A rejected server that comes back as it was stays off without a question

    Example: an hour away
      Given the workspace has started
      When the user rejects server "docs"
      And "mcpServers" becomes {} in the workspace settings
      And 1h passes
      And the workspace settings are saved with the server "docs"
      And 1h passes
      Then server "docs" was started 0 times
      And approval was asked for 0 times
      And the approval queue is ""

  @QWEN-90
  Rule: Only another definition or the user's own word changes a decision

    Scenario Outline: a server that was <decided> goes and comes
      Given server "docs" was <decided> before
      And the workspace has started
      When the workspace settings are saved with the server "mail"
      And 1s passes
      And the workspace settings are saved with the servers "docs, mail"
      And 1s passes
      And the workspace is closed and another one starts
      Then the approval queue is "mail"
      And the approvals file holds:
        """
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "<decided>"}}}
        """

      Examples:
        | decided  |
        | approved |
        | rejected |

    Scenario Outline: a server that was <decided> is away while another one is <now>
      Given server "docs" was <decided> before
      And the workspace settings define the server "mail"
      And the workspace has started
      When the workspace settings are saved with the server "mail"
      And 1s passes
      And the user <decides> server "mail"
      And the workspace settings are saved with the servers "docs, mail"
      And 1s passes
      Then the approval queue is ""
      And server "docs" has <n> live processes

      Examples:
        | decided  | decides  | now      | n |
        | approved | rejects  | rejected | 1 |
        | rejected | approves | approved | 0 |

    @real
    Scenario Outline: a server that was <decided> is edited and edited back
      Given server "docs" was <decided> before
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 1s passes
      Then the approval queue is "docs"
      When "mcpServers.docs.args" is taken out of the workspace settings
      And 1s passes
      And the workspace is closed and another one starts
      Then the approval queue is ""
      And the reason why server "docs" is unavailable is "<reason>"

      Examples:
        | decided  | reason           |
        | approved |                  |
        | rejected | pending_approval |

    @real
    Example: the user has another word
      Given server "docs" was rejected before
      And the workspace has started
      Then server "docs" was started 0 times
      When the user approves server "docs"
      Then the runtime has the tools "mcp__docs__echo"
      And the approvals file holds:
        """
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "approved"}}}
        """
