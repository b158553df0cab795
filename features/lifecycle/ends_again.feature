@omp @virtual
Feature: Servers that were reconnected, and many of them, end like one that was not

  @OMP-LC-105 @OMP-LC-112
  Rule: Of a server that was reconnected, too, nothing is left, and consumers are told

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        resources: ["doc:a"]
        templates: ["doc:{id}"]
        prompts: [review]
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      And the counts start anew
      And server "docs" is disconnected
      Then the source of server "docs" is unknown
      And the runtime has the prompts "" of server "docs"
      And consumers were told of changed resources 2 times
      And consumers were told of changed prompts 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-113 @OMP-LC-114
  Rule: However many servers there are, all are told to close at one moment, and all are waited for

    Example: five over HTTP, each of which takes its time, and one process
      Given server "a" over http
      And server "docs" over stdio
      And servers "b, c, d, e" over http
      And server "a" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 5s}]}
        """
      And server "e" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 9s}]}
        """
      And the runtime has started
      When all servers are disconnected
      Then server "b" received "DELETE" at "0s"
      And server "e" received "DELETE" at "0s"
      And server "a" has 0 open "DELETE"
      And server "e" has 0 open "DELETE"
      And server "docs" has 0 live processes

  @OMP-LC-71
  Rule: A late list is written to the cache over every transport

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search, write"
      And server "docs" answers "tools/list" after 2s
      And the cache holds the tools "read" of server "docs"
      When the runtime starts
      And 2s pass
      Then startup returned at 250ms
      And the cache of server "docs" holds the tools "search, write"

      Examples:
        | kind |
        | sse  |
        | ws   |
