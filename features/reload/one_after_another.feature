@qwen @virtual
Feature: A decision is looked up where the program runs, and outlives the absence of its server
  Where the program runs below the project, too, its own directory counts. A server that goes
  and comes again is the same as before.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-96
  Rule: The view shows the decisions of the directory in which the program runs, also where that is in the project or the project in it

    Scenario Outline: it runs in <runs>, and "docs" was <decided> in <dir>
      Given the program runs in the directory "<runs>"
      And server "docs" was <decided> before, in "<dir>"
      And the workspace settings define the server "docs"
      When the workspace starts
      Then the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |

      Examples:
        | runs         | decided  | dir          | text                                 | style   |
        | /project/sub | approved | /project     | needs approval                       | warning |
        | /project/sub | rejected | /project     | needs approval                       | warning |
        | /project/sub | approved | /project/sub | connected                            | good    |
        | /project/sub | rejected | /project/sub | rejected — edit config to re-approve | warning |
        | /            | approved | /project     | needs approval                       | warning |

  @QWEN-90
  Rule: A server that was decided goes and comes again as what it was, and nobody is asked

    Scenario Outline: it was <decided>
      Given server "docs" was <decided> before
      And the workspace settings define the server "docs"
      And the workspace has started
      When the workspace settings are saved with the servers ""
      And 1s passes
      And the workspace settings are saved with the server "docs"
      And 1s passes
      Then server "docs" has <processes>
      And the approval queue is ""
      And approval was asked for 0 times

      Examples:
        | decided  | processes        |
        | approved | 1 live process   |
        | rejected | 0 live processes |
