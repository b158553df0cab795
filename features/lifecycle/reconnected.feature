@omp @virtual
Feature: A reconnect that succeeds brings what the server offers now
  The server may be another one after a restart. Its tools are listed again, and those
  who use them are told once.

  @OMP-LC-96 @real
  Rule: A reconnect lists the tools again and shows the new list

    Example: other tools after a restart
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And the runtime has started
      When server "docs" changes its tools to "search, write"
      And server "docs" exits with code 0
      Then server "docs" received "tools/list" 2 times
      And the runtime has the tools "mcp__docs_search, mcp__docs_write"

  @OMP-LC-97 @real
  Rule: Consumers are told once of a reconnect that succeeded

    Example: after the third attempt, with the same tools as before
      Given server "docs" over stdio
      And the runtime has started
      When the counts start anew
      And server "docs" goes down
      And 1s passes
      Then consumers were told of changed tools 0 times
      When server "docs" comes up
      And 1h passes
      Then server "docs" was started 1 time
      And consumers were told of changed tools 1 time

    Scenario Outline: over <kind>, <how>
      Given server "docs" over <kind>
      And the runtime has started
      When the counts start anew
      And server "docs" <how>
      And 1h passes
      Then consumers were told of changed tools 1 time

      Examples:
        | kind  | how              |
        | http  | ends its stream  |
        | http  | is reconnected   |
        | stdio | is reconnected   |

    Scenario Outline: one after the other, and one after which there are no tools, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When the counts start anew
      And server "docs" is reconnected
      Then consumers were told of changed tools 1 time
      When server "docs" is reconnected
      Then consumers were told of changed tools 2 times
      When server "docs" changes its tools to ""
      And server "docs" is reconnected
      Then consumers were told of changed tools 3 times
      And the runtime has the tools ""

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-99 @real
  Rule: A reconnect that is asked for leaves the connections and the tools of all others alone

    Scenario Outline: over <kind>, beside one whose name begins alike
      Given servers "docs, docs-more" over <kind>
      And the runtime has started
      When the counts start anew
      And server "docs" is reconnected
      Then server "docs" received "initialize" 1 time
      And server "docs-more" received nothing
      And the runtime has the tools "mcp__docs_echo, mcp__docs_more_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: beside one that is reached by the same URL
      Given servers "docs, mail" over http
      And server "docs" is defined with url "http://docs.test/mcp"
      And server "mail" is defined with url "http://docs.test/mcp"
      And the runtime has started
      When the counts start anew
      And server "docs" is reconnected
      Then server "docs" received "initialize" 1 time
      And server "mail" received nothing

  @OMP-LC-92
  Rule: A later connection is as quiet as the first one, also after a call

    Scenario Outline: a day over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" is reconnected
      And tool "mcp__docs_echo" is called
      And the counts start anew
      And 24h pass
      Then server "docs" received nothing
      And no timer is pending

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-96
  Rule: What the server does not have any more after a restart is gone, tools or not

    Example: neither prompts nor resources
      Given server "docs" over stdio
      And server "docs" offers the prompt "review"
      And server "docs" offers the resource "doc:a"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 2}, do: [{set: {path: /capabilities, value: {tools: {}}}}]}
        """
      And the runtime has started
      When server "docs" exits with code 0
      And 1m passes
      Then the runtime has the prompts "" of server "docs"
      And the runtime has the resources "" of server "docs"
