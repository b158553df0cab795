@agents @virtual
Feature: What is kept stays whole, whoever was shown a part of it
  Filters come and go, connections do, and a function that looks at a tool may write into
  it. None of that may reach the list that the next agent is shown a part of.

  Background:
    Given server "docs" over stdio with this script:
      """yaml
      tools:
        - {name: search, raw: {name: search, description: Finds, inputSchema: {type: object}, _meta: {v: 1}}}
        - {name: delete, raw: {name: delete, inputSchema: {type: object}}}
      """
    And server "docs" caches its tools
    And an agent "writer"

  @OAI-61
  Rule: What a filter or a program writes into a tool that it was given is seen by no other caller

    Example: a function that writes into each tool that it is asked about
      Given server "docs" asks a function which tools it shows:
        | agent  | shows          |
        | writer | search, delete |
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      Then listing 2 describes the tools as:
        | name   | description | meta    | schema                            |
        | search | Finds       | {"v":1} | {"type":"object","properties":{}} |
        | delete |             |         | {"type":"object","properties":{}} |
      And server "docs" received "tools/list" 1 time

    Scenario Outline: a program, beside a filter that <filter>
      Given server "docs" <filter>
      And the manager has connected its servers
      When the program overwrites the tools that server "docs" gives it
      And the program overwrites the tools that server "docs" gives it
      Then operation 3 was given the tools:
        | name   | schema            | meta    |
        | search | {"type":"object"} | {"v":1} |
      And server "docs" received "tools/list" 1 time

      Examples:
        | filter                                 |
        | hides from agents the tool "delete"    |
        | shows agents only the tool "search"    |

  @OAI-60
  Rule: A list of what is allowed and a function both count

    Example: the function shows less than the list allows, and more
      Given server "docs" shows agents only the tools "search, delete"
      And server "docs" asks a function which tools it shows:
        | agent  | shows          |
        | writer | search, other  |
        | reader | delete         |
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "reader" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "delete"

    Example: what one server hides is shown of another
      Given server "mail" over http
      And server "mail" offers the tools "delete_mail, send"
      And server "docs" hides from agents the tools "delete, send"
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then listing 1 has the tools "search, delete_mail, send"

  @OAI-62 @OAI-65
  Rule: Neither a loss nor a filter that changes between two connections leaves a part of the list

    Example: the connection is lost under a filter
      Given server "docs" shows agents only the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And server "docs" exits with code 1
      And the manager connects its servers
      And 10s pass
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: three connections
      Given server "docs" shows agents only the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager reconnects all servers
      And the manager reconnects all servers
      And 10s pass
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: the filter changes while there is no connection
      Given the manager has connected its servers
      When agent "writer" lists its tools
      And the manager cleans up
      And 10s pass
      And the filter of server "docs" changes to show only "search"
      And the manager connects its servers
      And agent "writer" lists its tools
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 2 has the tools "search"
      And listing 3 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

  @OAI-64
  Rule: Without a cache every listing fetches, over the second connection, too

    Example: once before a reconnect and twice after it
      Given server "mail" over http
      And server "mail" offers the tools "send"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager reconnects all servers
      And 10s pass
      And agent "writer" lists its tools
      And server "mail" changes its tools to "send, forward"
      And agent "writer" lists its tools
      Then server "mail" received "tools/list" 3 times
      And listing 3 has the tools "search, delete, send, forward"
