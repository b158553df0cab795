@omp @virtual
Feature: A switch chooses whose tools leave with a server
  Tools are named after their server, but names are smoothed, and one name can be
  the beginning of another. To remove tools by the name as it was written takes too
  many of them or too few; both were seen in the field.

  @D-05 @FF-40
  Rule: The switch tools.removal decides whether tools go by the beginning of their names or by their owner

    Scenario Outline: <server> is disconnected, and <value>
      Given the switch "tools.removal" is "<value>"
      And servers "<server>, <other>" over stdio
      And the runtime has started
      When server "<server>" is disconnected
      Then the runtime has the tools "<left>"
      And server "<other>" is connected

      Examples: One name begins like another
        | value       | server    | other           | left                      |
        | raw-prefix  | atlassian | atlassian_cloud |                           |
        | exact-owner | atlassian | atlassian_cloud | mcp__atlassian_cloud_echo |

      Examples: A name that is smoothed
        | value       | server | other | left                              |
        | raw-prefix  | My-Srv | docs  | mcp__docs_echo, mcp__my_srv_echo  |
        | raw-prefix  | Docs   | mail  | mcp__docs_echo, mcp__mail_echo    |
        | exact-owner | Docs   | mail  | mcp__mail_echo                    |
        | exact-owner | My-Srv | docs  | mcp__docs_echo                    |
