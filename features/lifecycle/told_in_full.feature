@omp @virtual
Feature: The log tells in full what was wrong
  A person who reads the log has nothing else. Each record names what was done and
  what stood in the way, in words that can be looked for.

  Background:
    Given the program has a logger for debug and above

  @X-LOG-04
  Rule: Each list that cannot be used as it is, is told with its method and its reason

    Example: tools that are not tools
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: [{title: x}, {name: search}, null]}]}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_search"
      And the program's logger has:
        """
        time=0s level=WARN msg="some tools cannot be used" server=docs error="leaving out tool 0 of server \"docs\": no name\nleaving out tool 2 of server \"docs\": reading a tool: null, not an object"
        """

    Scenario Outline: <method> with definitions of which some are good
      Given server "docs" over stdio with this script:
        """yaml
        resources: ["a"]
        templates: ["a"]
        prompts: [a]
        rules:
          - {when: {method: <method>}, do: [result: {<member>: [{title: x}, {<key>: b, title: x}, 7]}]}
        """
      When the runtime starts
      Then the runtime has the <what> of server "docs"
      And the program's logger has:
        """
        time=0s level=WARN msg="listing with <method>: definition 2: reading a <one>: a number, not an object" server=docs
        time=0s level=WARN msg="listing with <method>: leaving out 1 definitions without a name" server=docs
        """

      Examples:
        | method                   | member            | key         | what                   | one               |
        | resources/list           | resources         | uri         | resources "b"          | resource          |
        | resources/templates/list | resourceTemplates | uriTemplate | resource templates "b" | resource template |
        | prompts/list             | prompts           | name        | prompts "b"            | prompt            |

    Scenario Outline: <method> is <what>
      Given server "docs" over stdio with this script:
        """yaml
        resources: ["a"]
        templates: ["a"]
        prompts: [a]
        rules:
          - {when: {method: <method>}, do: [<do>]}
        """
      When the runtime starts
      And 2s pass
      Then the program's logger has:
        """
        <told>
        """

      Examples:
        | method                   | what     | do                                    | told                                                                                                                                                                                                                              |
        | resources/list           | refused  | {error: {code: -32000, message: no}}  | time=0s level=WARN msg="loading resources failed" server=docs error="MCP error -32000: no"                                                                                                                                        |
        | resources/templates/list | refused  | {error: {code: -32000, message: no}}  | time=0s level=WARN msg="loading resource templates failed" server=docs error="MCP error -32000: no"                                                                                                                               |
        | prompts/list             | refused  | {error: {code: -32000, message: no}}  | time=0s level=WARN msg="loading prompts failed" server=docs error="MCP error -32000: no"                                                                                                                                          |
        | prompts/list             | no list  | {result: {prompts: null}}             | time=0s level=WARN msg="loading prompts failed" server=docs error="reading the result of prompts/list: no array \\"prompts\\" in it"                                                                                              |
        | resources/list           | nonsense | {result: {resources: [7, {name: a}]}} | time=0s level=WARN msg="loading resources failed" server=docs error="reading the result of resources/list: no definition can be used: definition 0: reading a resource: a number, not an object\\nleaving out 1 definitions without a name" |
        | prompts/list             | circular | cursor: "c"                           | time=0s level=WARN msg="listing with prompts/list: cursor \\"c\\" came back a second time, list cut there" server=docs                                                                                                            |

    Scenario Outline: a refresh of <notice> is refused
      Given server "docs" over stdio with this script:
        """yaml
        tools: [a]
        resources: ["a"]
        templates: ["a"]
        prompts: [a]
        """
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: "<method>"}, do: [{error: {code: -32000, message: no}}]}
        """
      When server "docs" sends the notification "notifications/<notice>/list_changed"
      And 1s passes
      Then the program's logger has:
        """
        <told>
        """

      Examples:
        | notice    | method                   | told                                                                                                   |
        | tools     | tools/list               | time=0s level=WARN msg="refreshing tools failed" server=docs error="MCP error -32000: no"              |
        | resources | resources/list           | time=0s level=WARN msg="refreshing resources failed" server=docs error="MCP error -32000: no"          |
        | resources | resources/templates/list | time=0s level=WARN msg="refreshing resource templates failed" server=docs error="MCP error -32000: no" |
        | prompts   | prompts/list             | time=0s level=WARN msg="refreshing prompts failed" server=docs error="MCP error -32000: no"            |

  @X-LOG-04
  Rule: What stands in the way of a connection or of a subscription is told with its name

    Example: subscriptions that are refused
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio
      And server "docs" offers the resources "doc:a"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: resources/subscribe, first: 1}, do: [{error: {code: -32000, message: no}}]}
        - {when: {method: resources/unsubscribe}, do: [{error: {code: -32000, message: never}}]}
        """
      And the runtime has started
      When subscriptions are switched off
      And subscriptions are switched on
      And subscriptions are switched off
      Then the program's logger has:
        """
        time=0s level=WARN msg="subscribing to doc:a failed" server=docs error="MCP error -32000: no"
        time=0s level=WARN msg="unsubscribing from doc:a failed" server=docs error="MCP error -32000: never"
        """

    Example: a cache that cannot be read, and a connection that comes to nothing later
      Given the cache cannot be read
      And server "docs" over stdio
      And the switch "startup.uncached" is "return"
      And server "docs" answers "initialize" after 1s
      And server "docs" answers "tools/list" with error -32000 "no"
      When the runtime starts
      And 2s pass
      Then the program's logger has:
        """
        time=250ms level=WARN msg="reading the tool cache failed" server=docs error="cache cannot be read"
        time=1s level=WARN msg="connecting in the background failed" server=docs error="MCP error -32000: no"
        """
