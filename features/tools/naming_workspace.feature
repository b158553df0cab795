@qwen @virtual
Feature: Tools of a workspace have names that models take
  Models take short names of few characters. A name that has others, or that is too
  long, is changed so that it still tells its tool from all others.

  @X-QWEN-02
  Rule: A tool is called mcp__<server>__<tool>; with other characters or beyond 63 it is cut and ends in a hash

    Scenario Outline: <tool> of <server>
      Given server "<server>" over stdio
      And server "<server>" offers the tool "<tool>"
      And the user settings define the server "<server>"
      And the workspace has started
      Then the runtime has the tools "<name>"

      Examples:
        | server | tool | name |
        | docs | search | mcp__docs__search |
        | my-docs | do_it | mcp__my-docs__do_it |
        | a__b | c | mcp__a__b__c |
        | docs | find it | mcp__docs__find_it_1fezko0 |
        | docs | A/Zaz:09@[{-_ | mcp__docs__A_Zaz_09___-__0nv3kec |
        | docs | suche-ü | mcp__docs__suche-__0bgi5oj |
        | docs | emoji-😀 | mcp__docs__emoji-___0pjp4rk |
        | docs | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | mcp__docs__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |
        | docs | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | mcp__docs__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |
        | docs | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | mcp__docs__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_0ul3a83 |
        | docs | A.B | mcp__docs__A_B_0b2241f |
