@qwen @virtual
Feature: What one source says holds while others change
  A change of one file is no reason to forget another one, nor what the session
  brought, nor what the program wrote.

  Background:
    Given servers "docs, mail, wiki" over stdio

  @QWEN-24 @QWEN-108
  Rule: Lists and servers of the system's settings hold through changes of the user's

    Scenario Outline: <key> is <names> in the <file> settings
      Given the system settings define the server "wiki"
      And the user settings define the server "mail"
      And "<key>" is <names> in the <file> settings
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And 1s passes
      And "mcp.excluded" becomes ["no-such-server"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo, mcp__wiki__echo"
      And server "docs" was started 0 times
      And server "wiki" was started 1 time

      Examples:
        | key          | names            | file    |
        | mcp.excluded | ["docs"]         | system  |
        | mcp.excluded | ["docs"]         | default |
        | mcp.allowed  | ["mail", "wiki"] | system  |
        | mcp.allowed  | ["mail", "wiki"] | default |

  @QWEN-25
  Rule: Servers of the session and of the command line are there after trust has ended and come again

    Example: edited meanwhile
      Given the session brings the server "wiki"
      And the option --mcp-config defines the server "mail"
      And the workspace has started
      When the workspace becomes not trusted
      And the user settings are saved with the server "docs"
      And 1s passes
      And the user reloads the servers
      And the workspace becomes trusted
      And the user reloads the servers
      Then the last pass did "added docs; kept 2"
      And server "wiki" was started 1 time
      And server "mail" was started 1 time

  @QWEN-13
  Rule: A file that the program has made is there for whoever changes it

    Example: an editor changes it, and it goes
      Given the workspace has started
      When the program sets "mcp.excluded" to ["docs"] in the workspace settings
      And 1s passes
      And "ui.theme" becomes "dark" in the workspace settings
      And 1s passes
      And the workspace settings are removed
      And 1s passes
      Then these settings changes were told:
        | scope     | change   | keys                  |
        | workspace | modified | ui.theme              |
        | workspace | deleted  | mcp.excluded ui.theme |

    Example: an editor changes it at once
      Given the workspace has started
      When the program sets "mcp.excluded" to ["docs"] in the workspace settings
      And "ui.theme" becomes "dark" in the workspace settings
      And 1s passes
      Then these settings changes were told:
        | scope     | change   | keys     |
        | workspace | modified | ui.theme |

  @QWEN-48
  Rule: Whoever goes is gone before anybody else connects

    Example: two go, and one that comes is slow
      Given server "wiki" answers "initialize" after 10s
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the user settings are saved with the server "wiki"
      And 1s passes
      Then the runtime has the tools ""
      And server "docs" has 0 live processes
      And server "mail" has 0 live processes
      When 1h passes
      Then the last pass did "removed docs, mail; added wiki"

    Example: the last two
      Given server "docs" offers the prompts "draft"
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the user settings are removed
      And 1s passes
      Then the last pass did "removed docs, mail"
      And the runtime has the prompts "" of server "docs"
      And server "docs" has 0 live processes
      And server "mail" has 0 live processes

  @QWEN-09
  Rule: The detail of a server that waits says why, and what to do

    Scenario Outline: <where>
      Given <where> the server "docs"
      When the workspace starts
      Then the detail of server "docs" shows:
        | what   | value                                                                |
        | text   | needs approval                                                       |
        | style  | warning                                                              |
        | reason | pending_approval                                                     |
        | advice | it comes with the project: approve it, or edit it if it was rejected |
        | source | <source>                                                             |

      Examples:
        | where                         | source              |
        | the workspace settings define | .qwen/settings.json |
        | the project brings            | .mcp.json           |

  @QWEN-67
  Rule: A server that is rejected while its connection is shared is given back with the next pass

    Example: another process rejects it, and two workspaces share it
      Given the pool is on
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      And server "docs" was rejected before
      When the user reloads the servers
      And another workspace starts in the same process
      Then server "docs" is disconnected in workspace 1
      And server "docs" is disconnected in workspace 2
      And the pool holds these connections:
        | server | users |
        | docs   | 0     |
