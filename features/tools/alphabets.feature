@omp @virtual
Feature: Names of tools are made of the letters a to z
  Models are given names that every one of them takes.

  @OMP-LC-76
  Rule: Letters of other alphabets part the words of a name, like digits and signs

    Scenario Outline: the tool "<tool>" of server "<server>"
      Given server "<server>" over stdio
      And server "<server>" offers the tool "<tool>"
      When the runtime starts
      Then the runtime has the tools "<name>"

      Examples:
        | server | tool       | name             |
        | docs   | größe      | mcp__docs_gr_e   |
        | docs   | été        | mcp__docs_t      |
        | docs   | поиск      | mcp__docs_tool   |
        | dôcs   | search     | mcp__d_cs_search |
