@omp @virtual
Feature: Whatever is empty or under way, starts return and ends are complete

  @U-06
  Rule: Lists that are under way end with their server

    Scenario Outline: <method> over <kind>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over <kind> with this script:
        """yaml
        capabilities: {tools: {}, resources: {}, prompts: {}}
        tools: [echo]
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: <method>}, do: [never]}]
        """
      And server "docs" has a timeout of 0
      And the runtime has started
      When 1s passes
      And all servers are disconnected
      And 1ms passes
      Then the link to "docs" has 0 open connections
      And server "docs" has 0 live processes
      And no timer is pending

      Examples:
        | profile  | kind  | method         |
        | omp      | stdio | resources/list |
        | omp      | http  | prompts/list   |
        | hardened | http  | resources/list |

  @U-10
  Rule: A server whose cached list is empty holds no start beyond its gate

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And servers "docs, mail" over stdio
      And server "mail" never answers "initialize"
      And server "mail" has a timeout of 0
      And the cache holds the tools "" of server "mail"
      When the runtime starts
      And 1h passes
      Then startup returned at 250ms

      Examples:
        | profile  |
        | omp      |
        | hardened |

  @U-03
  Rule: A call that is under way when its server is closed on purpose brings it back for no runtime

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs"
      And server "docs" answers "tools/call" after 2h
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1s passes
      And server "docs" is disconnected
      Then server "docs" is disconnected
      When 1h passes
      Then server "docs" received "initialize" 1 time
      And nothing of the server "docs" is left

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-06
  Rule: The limit of a background stream that has begun ends with it

    Example: the end comes at once
      Given the runtime is that of "omp"
      And server "docs" over http
      When the runtime starts
      And 1ms passes
      And all servers are disconnected
      Then no timer is pending
      And the link to "docs" has 0 open connections

  @U-06
  Rule: The wait before a subscription is made again ends with its connection

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        rules: [{when: {method: subscriptions/listen}, do: [result: {}]}]
        """
      When a bare connection to server "docs" is opened
      And 1s passes
      And the transport is closed
      Then the transport has closed
      And no timer is pending

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
