@agents @virtual
Feature: Each agent is shown the tools that are meant for it
  A filter that guesses shows a model what it must not have. Who asks is part of
  the question, and a filter that breaks hides the tool it broke on.

  Background:
    Given server "docs" over http
    And server "docs" offers the tools "search, read, write, delete"

  @OAI-60 @real
  Rule: Filters work on a copy for each agent and run

    Example: two agents and one list that is kept
      Given server "docs" caches its tools
      And server "docs" hides from agents the tool "delete"
      And server "docs" asks a function which tools it shows:
        | agent  | shows                       |
        | reader | read, write                 |
        | writer | search, read, write, delete |
      And the manager has connected its servers
      When agent "reader" lists its tools
      And agent "writer" lists its tools
      And agent "reader" lists its tools
      Then listing 1 has the tools "read, write"
      And listing 2 has the tools "search, read, write"
      And listing 3 has the tools "read, write"
      And server "docs" received "tools/list" 1 time

    Example: two runs of one agent and one list that is kept
      Given server "docs" caches its tools
      And server "docs" asks a function which tools it shows:
        | agent  | run    | shows        |
        | reader | first  | read, write  |
        | reader | second | search, read |
      And the manager has connected its servers
      When agent "reader" lists its tools in the run "first"
      And agent "reader" lists its tools in the run "second"
      And agent "reader" lists its tools in the run "first"
      Then listing 1 has the tools "read, write"
      And listing 2 has the tools "search, read"
      And listing 3 has the tools "read, write"
      And server "docs" received "tools/list" 1 time

    Example: what is allowed and hidden is hidden
      Given server "docs" shows agents only the tools "search, delete, unknown"
      And server "docs" hides from agents the tool "delete"
      And the manager has connected its servers
      When agent "reader" lists its tools
      Then listing 1 has the tools "search"

    Example: a list of nothing shows nothing
      Given server "docs" shows agents only the tools ""
      And the manager has connected its servers
      When agent "reader" lists its tools
      Then listing 1 has the tools ""
      When the program sends "tools/list" to server "docs"
      Then operation 2 has this result:
        """json
        []
        """

  @OAI-67 @real
  Rule: A filter that is a function needs to know the agent and the run

    Scenario Outline: without <who>
      Given server "docs" asks a function which tools it shows:
        | agent  | shows  |
        | reader | search |
      And the manager has connected its servers
      When tools are listed without <who>
      Then listing 1 fails with "run_context and agent are required for dynamic tool filtering"

      Examples:
        | who      |
        | an agent |
        | a run    |

    Scenario Outline: without <who>, of a server with <n>
      Given server "docs" offers the tools "<tools>"
      And server "docs" asks a function which tools it shows:
        | agent  | shows  |
        | reader | search |
      And the manager has connected its servers
      When tools are listed without <who>
      Then listing 1 fails with "run_context and agent are required for dynamic tool filtering"

      Examples:
        | who      | n        | tools  |
        | an agent | one tool | search |
        | a run    | one tool | search |
        | an agent | none     |        |

    Scenario Outline: a filter by name needs no <who>
      Given server "docs" shows agents only the tool "read"
      And the manager has connected its servers
      When tools are listed without <who>
      Then listing 1 has the tools "read"

      Examples:
        | who      |
        | an agent |
        | a run    |

  @OAI-68 @real
  Rule: A tool on which the filter fails is hidden and logged, the others stay

    Scenario Outline: the filter <fails> for two tools that it was going to show
      Given server "docs" asks a function which tools it shows:
        | agent  | shows                       | <fails>       |
        | reader | search, read, write, delete | write, delete |
      And the manager has connected its servers
      When agent "reader" lists its tools
      Then listing 1 has the tools "search, read"
      And the log has 1 record of "docs" with "Error applying tool filter to tool 'write' on server 'docs': <text>"
      And the log has 1 record of "docs" with "Error applying tool filter to tool 'delete' on server 'docs': <text>"
      And the log has 2 records of "docs" with "Error applying tool filter"

      Examples:
        | fails      | text                    |
        | fails for  | the filter failed       |
        | panics for | panic: the filter broke |

    Example: a run that is given up while the filter decides hides nothing and says so
      Given server "docs" asks a function which tools it shows:
        | agent  | shows        | waits for |
        | reader | search, read | write     |
      And the manager has connected its servers
      When agent "reader" lists its tools
      And 2s pass
      And the program gives up listing 1
      Then listing 1 was aborted
      And listing 1 ended at 2s
      And the log has 0 records of "docs" with "Error applying tool filter"
