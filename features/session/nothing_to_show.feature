@omp @virtual
Feature: A session keeps its promises when there is nothing to show, and the second time

  @OMP-LC-86 @OMP-LC-87
  Rule: A refresh removes the tools of servers of any name, also when there are none left

    Example: a tool of the program that is named like those of servers
      Given server "docs" over stdio
      And the program brings its own tools "read, mcp__x"
      And a session has started
      When server "docs" is taken out of the configuration
      And the session is reloaded
      Then the session has the tools "read"

    Scenario Outline: a list that becomes empty, over <kind>
      Given server "docs" over <kind>
      And the program brings its own tool "read"
      And a session has started
      When server "docs" changes its tools to ""
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the session has the tools "read"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-90
  Rule: A session is refreshed for a server that is connected, also if it has no tool at all

    Example: a server without tools
      Given server "docs" over stdio with this script:
        """yaml
        capabilities: {tools: {}}
        tools: []
        """
      And a session has started
      When the session waits for server "docs"
      Then the session's command succeeds
      And the session was refreshed 1 time

  @OMP-LC-99
  Rule: A reconnect touches neither the connected servers nor those that have failed

    Scenario Outline: one has failed, over <kind>
      Given servers "docs, bad, mail" over <kind>
      And server "bad" answers "initialize" with error -32600 "no"
      And a session has started
      When the counts start anew
      And the session reconnects server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "bad" received nothing
      And server "mail" received nothing

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-19
  Rule: The output of a session's call names the provider

    Example: a live tool of Claude Code
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "docs" comes from the provider "Claude Code"
      And a session has started
      When the session calls tool "mcp__docs_search"
      Then the output of call 1 says that it is of tool "search" of server "docs", from the provider "Claude Code"

  @OMP-LC-47
  Rule: A server without tools has its other lists loaded as well

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        capabilities: {tools: {}, resources: {}, prompts: {}}
        tools: []
        resources: ["doc:a"]
        prompts: [review]
        """
      When the runtime starts
      Then the runtime has the resources "doc:a" of server "docs"
      And the runtime has the prompts "review" of server "docs"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-78 @OMP-LC-79
  Rule: A deferred tool whose server could not be connected has it reconnected once, and is called then

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And the cache holds the tools "search" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{delay: 1s}, {error: {code: -32600, message: no}}]}
        """
      When the runtime starts
      And 500ms pass
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And server "docs" received "initialize" 2 times
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
