@qwen @virtual
Feature: Servers are shown, asked about and told in the order of their sources
  People know their settings from top to bottom. A list that is sorted by name or by
  state, or in which a server moves when another source overrides it, is another list.

  @QWEN-24 @QWEN-43 @QWEN-75 @QWEN-76 @QWEN-91 @QWEN-92 @QWEN-93
  Rule: View and approval queue have configured order, in which a server that is overridden keeps its place

    Example: every source brings some, and the workspace overrides the first one
      Given servers "wiki, mail, zulu, chat, docs, apps, news, base" over stdio
      And server "zulu" was rejected before
      And the user settings define the servers "wiki, mail"
      And the project brings the servers "zulu, chat"
      And the workspace settings define the servers "docs, wiki"
      And the session brings the server "apps"
      And an extension defines the server "news"
      And the workspace has started
      When the program adds server "base"
      Then the view of servers shows:
        | name | text                                 | style   |
        | mail | connected                            | good    |
        | zulu | rejected — edit config to re-approve | warning |
        | chat | needs approval                       | warning |
        | wiki | needs approval                       | warning |
        | docs | needs approval                       | warning |
        | apps | connected                            | good    |
        | news | connected                            | good    |
        | base | connected                            | good    |
      And the approval queue is "chat, wiki, docs"

  @QWEN-109 @QWEN-110
  Rule: Servers that may not connect are told in configured order, those that were removed last

    Example: two are not allowed any more and one is removed
      Given servers "wiki, mail, docs, chat" over stdio
      And the user settings define the servers "wiki, mail, docs, chat"
      And the workspace has started
      When the user settings are saved with the servers "wiki, mail, docs"
      And "mcp.allowed" becomes ["mail"] in the user settings
      And 1s passes
      Then these servers are missing:
        | name | reason      |
        | wiki | not_allowed |
        | docs | not_allowed |
        | chat | removed     |

  @QWEN-63
  Rule: The failures of one pass are told in configured order

    Example: the first, the last and one in between
      Given servers "wiki, docs, mail, chat" over stdio
      And server "wiki" cannot be started
      And server "mail" cannot be started
      And server "chat" cannot be started
      And the program has a logger for warn and above
      And the workspace has started
      When the user settings are saved with the servers "wiki, docs, mail, chat"
      And 1s passes
      Then the program's logger has:
        """
        time=300ms level=WARN msg="connecting failed" server=wiki error="exec: \"wiki\": executable file not found in $PATH"
        time=300ms level=WARN msg="connecting failed" server=mail error="exec: \"mail\": executable file not found in $PATH"
        time=300ms level=WARN msg="connecting failed" server=chat error="exec: \"chat\": executable file not found in $PATH"
        """
