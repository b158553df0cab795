@qwen @virtual
Feature: The view says why a server is off before it says how it is
  Whoever looks at the list wants to know what to do. A decision that is missing comes
  before everything that would only be of interest with it.

  @QWEN-91 @QWEN-92 @QWEN-93
  Rule: What was not approved outranks mistakes, logins and a connection under way

    Scenario Outline: <decided>, and "docs" has mistakes in its definition
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "args": "not a list"} in the workspace settings
      And the workspace has started
      When <then>
      Then the view of servers shows:
        | name | text   | style   |
        | docs | <text> | warning |
      And the detail of server "docs" shows:
        | what  | value   |
        | text  | <text>  |
        | style | warning |

      Examples:
        | decided      | then                          | text                                 |
        | not decided  | 1s passes                     | needs approval                       |
        | rejected     | the user rejects server "docs" | rejected — edit config to re-approve |

    Scenario Outline: <text>, while it <does>
      Given server "docs" over http
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [<fault>]}
        """
      And the workspace has started
      And the approvals file was written by hand:
        """
        {"/project": {"docs": {"hash": "<hash>", "status": "rejected"}}}
        """
      Then server "docs" is <state>
      And the view of servers shows:
        | name | text   | style   |
        | docs | <text> | warning |
      And the detail of server "docs" shows:
        | what  | value   |
        | text  | <text>  |
        | style | warning |

      Examples:
        | does              | fault               | hash                                                             | state        | text           |
        | connects          | {delay: 4s}         | 0000000000000000000000000000000000000000000000000000000000000000 | connecting   | needs approval |
        | wants a login     | {status: {code: 401}} | 0000000000000000000000000000000000000000000000000000000000000000 | disconnected | needs approval |

  @QWEN-94
  Rule: Whoever needs no approval shows none, from wherever it is and whatever was decided about its name

    Scenario Outline: <where>, and the same definition of a project was <decided>
      Given servers "docs, mail" over stdio
      And servers "docs, mail" were <decided> before
      And <where> the servers "docs, mail"
      And server "mail" cannot be started
      When the workspace starts
      Then the view of servers shows:
        | name | text         | style |
        | docs | connected    | good  |
        | mail | disconnected | bad   |
      And the detail of server "mail" shows:
        | what   | value        |
        | text   | disconnected |
        | reason |              |
      And the approval queue is ""

      Examples:
        | where                           | decided  |
        | the user settings define        | rejected |
        | the user settings define        | approved |
        | the system settings define      | rejected |
        | the system settings define      | approved |
        | the default settings define     | rejected |
        | an extension defines            | rejected |
        | an extension defines            | approved |
        | the session brings              | rejected |
        | the option --mcp-config defines | rejected |
        | the workspace settings define   | approved |
        | the project brings              | approved |

    Scenario Outline: <where>, and nothing was decided
      Given server "docs" over stdio
      And <where> the server "docs"
      When the workspace starts
      Then the view of servers shows:
        | name | text      | style |
        | docs | connected | good  |

      Examples:
        | where                           |
        | the user settings define        |
        | the system settings define      |
        | the default settings define     |
        | an extension defines            |
        | the session brings              |
        | the option --mcp-config defines |

    Example: an extension that is installed
      Given server "docs" over stdio
      And server "docs" was rejected before
      And the workspace has started
      When the user installs the extension "tools" with the server "docs"
      Then the view of servers shows:
        | name | text      | style |
        | docs | connected | good  |
      And the approval queue is ""

  @QWEN-96
  Rule: A decision is kept under the directory in which the program runs

    Scenario Outline: <decided> elsewhere than in the project
      Given server "docs" over stdio
      And the program runs in the directory "/elsewhere"
      And server "docs" was <other> before, in "/project"
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user <decides> server "docs"
      Then the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |
      When the workspace is closed and another one starts
      Then the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |

      Examples:
        | decided  | decides  | other    | text                                 | style   |
        | approved | approves | rejected | connected                            | good    |
        | rejected | rejects  | approved | rejected — edit config to re-approve | warning |
