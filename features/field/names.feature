@omp @virtual
Feature: Names of tools that meet
  Two servers have a tool of one name, one has two, or a name is longer than models take.
  Which tool a call reaches must not depend on who was connected first.

  @FF-39
  Rule: Tools of one name at two servers are told apart, and each call reaches its own

    Scenario Outline: <first> connects later
      Given servers "docs, mail" over stdio
      And server "docs" offers the tool "search"
      And server "mail" offers the tool "search"
      And server "<first>" answers "initialize" after 2s
      When the runtime starts
      And 3s pass
      Then the runtime has the tools "mcp__docs_search, mcp__mail_search"
      When tool "mcp__mail_search" is called
      Then server "mail" received "tools/call" 1 time
      And server "docs" received "tools/call" 0 times

      Examples:
        | first |
        | docs  |
        | mail  |

  @FF-39
  Rule: Names that become one, or are long, cost no tool

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [<tools>]
        """
      When the runtime starts
      Then the runtime has the tools "<names>"

      Examples:
        | what                          | tools                                                                            | names                                                                                       |
        | two that are written alike    | "my-tool", "my.tool"                                                             | mcp__docs_my_tool, mcp__docs_my_tool                                                        |
        | one of 80 characters          | aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhh | mcp__docs_aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhh |
