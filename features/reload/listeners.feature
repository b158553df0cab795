@qwen @virtual
Feature: A program hears of changed settings beside the workspace
  Not only servers are in the settings. A program has its own reasons to follow them,
  and what it does with them must not keep servers waiting.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"
    And the workspace has started

  @F-QWEN-20 @QWEN-22
  Rule: Each listener is told of each change, however long another one takes and whatever becomes of it

    Example: what changed, wherever the file is and whether or not it concerns servers
      Given the program listens to settings
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      And "ui.theme" becomes "light" in the workspace settings
      And "ui.theme" becomes "light" in the user settings
      And 1s passes
      And the workspace settings are removed
      And 1s passes
      Then the program was told of these settings:
        | at    | scope     | change   | path                               |
        | 300ms | user      | modified | /home/user/.qwen/settings.json     |
        | 1.3s  | user      | modified | /home/user/.qwen/settings.json     |
        | 1.3s  | workspace | created  | /project/.qwen/settings.json       |
        | 2.3s  | workspace | deleted  | /project/.qwen/settings.json       |

    Example: until it listens no more
      Given the program listens to settings
      When the program listens to settings no more
      And the user settings are saved with the servers "docs, mail"
      And 1s passes
      Then the program was told of these settings:
        | at | scope | change | path |
      And server "mail" is connected

    Example: one fails
      Given the program listens to settings and fails with "disk full"
      When the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then the log has 1 error that ends with "a listener to settings failed disk full"
      And server "mail" is connected

    Example: one takes long, and the servers do not wait for it
      Given the program listens to settings and takes 40s
      When the user settings are saved with the servers "docs, mail"
      And the clock reaches 10s
      Then server "mail" is connected
      When the user settings are saved with the server "docs"
      And the clock reaches 30299ms
      Then changed settings were told 1 time
      And the log has 0 records with "takes long"
      When the clock reaches 30300ms
      Then changed settings were told at "300ms, 30.3s"
      And the log has 1 error that ends with "a listener to settings takes long context deadline exceeded"
      And server "mail" is disconnected

    Example: two take long, which is said once
      Given the program listens to settings and takes 40s
      And the program listens to settings and takes 40s
      When the user settings are saved with the servers "docs, mail"
      And 1m passes
      Then the log has 1 error that ends with "a listener to settings takes long context deadline exceeded"

    Scenario Outline: what is saved while one takes <takes> is told at <next>, once
      Given the program listens to settings and takes <takes>
      When "ui.theme" becomes "dark" in the user settings
      And the clock reaches 5s
      And "ui.theme" becomes "light" in the user settings
      And the clock reaches 7s
      And "ui.theme" becomes "blue" in the user settings
      And 1h passes
      Then changed settings were told at "300ms, <next>"
      And the log has <late> records with "a listener to settings takes long"

      Examples:
        | takes | next  | late |
        | 7s    | 7.3s  | 0    |
        | 20s   | 20.3s | 0    |
        | 31s   | 30.3s | 2    |

    Example: it is closed while one is at work, and while a wait is under way
      Given the program listens to settings and takes 40s
      When "ui.theme" becomes "dark" in the user settings
      And 5s pass
      And "ui.theme" becomes "light" in the user settings
      And workspace 1 is closed
      Then the log has 0 records with "takes long"
      And no timer is pending
      When 1h passes
      Then changed settings were told 1 time

  @X-QWEN-14
  Rule: A file that the system refuses is told by its name, and all else goes on

    Example: a file that cannot be watched counts from the next reload on
      Given the user settings cannot be watched
      And the workspace settings cannot be watched
      When the workspace is closed and another one starts
      Then the log has 1 warning that ends with "the settings file /home/user/.qwen/settings.json cannot be watched user settings cannot be watched"
      And the log has 1 warning that ends with "the settings file /project/.qwen/settings.json cannot be watched workspace settings cannot be watched"
      And server "docs" is connected
      When the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then changed settings were told 0 times
      When the user reloads the servers
      Then server "mail" is connected

    Example: a file that cannot be read means what it meant
      Given the user settings cannot be read
      When the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then changed settings were told 0 times
      And server "docs" is connected
      When the program sets "ui.theme" to "dark" in the user settings
      Then the workspace's command fails with "changing ui.theme: user settings cannot be read"

    Example: a file that cannot be written
      Given the user settings cannot be written
      When the program sets "ui.theme" to "dark" in the user settings
      Then the workspace's command fails with "changing ui.theme: user settings cannot be written"

    Scenario Outline: decisions that cannot be <done>
      Given the approvals file cannot be <done>
      When the workspace settings are saved with the server "mail"
      And 1s passes
      And the user approves server "mail"
      Then the workspace's command fails with "remembering the decision about server "mail": storing an approval: approvals file cannot be <done>"
      And server "mail" was started 0 times
      And the approval queue is "mail"
      And the log has <warnings> warnings with "Warning: MCP approvals file error: approvals file cannot be read"

      Examples:
        | done    | warnings |
        | read    | 2        |
        | written | 0        |
