@qwen @virtual
Feature: Whatever a server offers can be used over a shared connection
  A workspace does not know whether it shares a connection. What its server offers,
  says and fails at reaches it as if the connection were its own.

  Background:
    Given the pool is on
    And servers "docs, mail" over stdio

  @X-QWEN-07
  Rule: Tools, resources and prompts are used over a shared connection by every workspace

    Example: two workspaces
      Given server "docs" offers the resources "doc:a"
      And server "docs" offers the resource templates "doc:{id}"
      And server "docs" offers the prompts "review"
      And the user settings define the server "docs"
      And the workspace has started
      When another workspace starts in the same process
      Then the runtime has the resource "doc:a" of server "docs"
      And the runtime has the resource templates "doc:{id}" of server "docs"
      And the runtime has the prompt "review" of server "docs"
      And server "docs" received "resources/list" 1 time
      And server "docs" received "resources/templates/list" 1 time
      And server "docs" received "prompts/list" 1 time

    Example: a call, a resource and a prompt
      Given server "docs" offers the resources "doc:a"
      And server "docs" offers the prompts "review"
      And the user settings define the server "docs"
      And the workspace has started
      When another workspace starts in the same process
      And tool "mcp__docs__echo" is called with:
        """json
        {"text": "hello"}
        """
      And resource "doc:a" of server "docs" is read
      And prompt "review" of server "docs" is filled in
      Then call 1 returns "hello"
      And server "docs" received "resources/read" 1 time
      And server "docs" received "prompts/get" 1 time
      And server "docs" was started 1 time

    Example: a list that changes is asked for once, and all workspaces have it
      Given server "docs" offers the prompts "review"
      And the user settings define the server "docs"
      And the workspace has started
      When another workspace starts in the same process
      And the counts start anew
      And server "docs" changes its tools to "read, write"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then workspace 1 has the tools "mcp__docs__read, mcp__docs__write"
      And workspace 2 has the tools "mcp__docs__read, mcp__docs__write"
      And server "docs" received "tools/list" 1 time

    Scenario Outline: <what> that change are asked for once
      Given server "docs" offers the <what> "<before>"
      And the user settings define the server "docs"
      And the workspace has started
      When another workspace starts in the same process
      And the counts start anew
      And server "docs" changes its <what> to "<after>"
      And server "docs" sends the notification "notifications/<list>/list_changed"
      Then the runtime has the <what> "<after>" of server "docs"
      And server "docs" received "<method>" 1 time

      Examples:
        | what               | before   | after          | list      | method                   |
        | prompts            | review   | draft, review  | prompts   | prompts/list             |
        | resources          | doc:a    | doc:b          | resources | resources/list           |
        | resource templates | doc:{id} | doc:{name}     | resources | resources/templates/list |

  @X-QWEN-08
  Rule: A shared connection that cannot be had is nobody's, and the next who asks tries anew

    Example: it cannot be opened
      Given server "docs" cannot be started
      And the user settings define the server "docs"
      And the workspace has started
      Then these things happened in the pool in order:
        """
        docs opened
        docs closed: failed
        docs released
        """
      And the pool holds these connections:
        | server | users |
      And server "docs" is disconnected
      When the user reloads the servers
      Then the last pass did "retried docs"

    Example: the server offers nothing
      Given server "docs" offers the tools ""
      And the user settings define the server "docs"
      When the workspace starts
      Then these things happened in the pool in order:
        """
        docs opened
        docs released
        docs closed: useless
        """
      And server "docs" is disconnected
      And server "docs" has 0 live processes

    Example: two wait for one that is being opened, and one of them leaves
      Given server "docs" answers "initialize" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When another workspace starts in the same process
      And the clock reaches 5s
      And workspace 1 is closed
      Then these things happened in the pool in order:
        """
        docs opened
        docs shared by 2
        docs used by 1
        """
      When the clock reaches 11s
      Then workspace 2 has the tools "mcp__docs__echo"
      And server "docs" was started 1 time

    Example: all who wait leave
      Given server "docs" answers "initialize" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When the clock reaches 5s
      And workspace 1 is closed
      Then the pool holds these connections:
        | server | users |
      And server "docs" has 0 live processes
      And no timer is pending

  @X-QWEN-09
  Rule: No shared connection outlives 5 minutes from the moment it was first idle, unless it is used then

    Example: it was used in between
      Given the user settings define the server "docs"
      And the workspace has started
      When workspace 1 is closed
      And 20s pass
      And another workspace starts in the same process
      And 275s pass
      And workspace 2 is closed
      And 4999ms pass
      Then server "docs" has 1 live process
      When 2ms pass
      Then server "docs" has 0 live processes
