@omp @virtual
Feature: A subscription that ends is made again at a pace that suits its end
  What is lost by accident is made again at once, what the server ends or leaves without
  an acknowledgement after a while, and each failure in a row doubles the wait.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "notifications.subscribe" is "on"

  @MOD-07 @MOD-CLI-72 @MOD-CLI-74 @MOD-CLI-71
  Rule: A server that does not acknowledge, or ends a subscription itself, is asked again at a slower pace

    Scenario Outline: <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: subscriptions/listen, first: 3}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" at "<asked>"
      And server "docs" received "tools/list" at "<listed>"

      Examples:
        | what                           | kind  | do                                         | asked                   | listed    |
        | silence                        | stdio | never                                      | 0s, 10.5s, 21.5s, 33.5s | 0s, 33.5s |
        | silence                        | http  | never                                      | 0s, 10.5s, 21.5s, 33.5s | 0s, 33.5s |
        | an end                         | stdio | result: {}                                 | 0s, 5s, 15s, 30s        | 0s, 30s   |
        | an end                         | http  | result: {}                                 | 0s, 5s, 15s, 30s        | 0s, 30s   |
        | an error that may pass         | stdio | error: {code: -32603, message: no}         | 0s, 500ms, 1.5s, 3.5s   | 0s, 3.5s  |

    Scenario Outline: a stream that breaks after <life>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And <life> pass
      And server "docs" drops its connections
      And 1h passes
      Then server "docs" received "subscriptions/listen" at "<asked>"

      Examples:
        | life   | asked                   |
        | 30.4s  | 0s, 1m0.5s, 1m31.4s     |
        | 30.5s  | 0s, 1m0.5s, 1m31s       |

    Example: everything that is watched is looked at again
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        prompts: [review]
        resources: ["doc:a", "doc:b"]
        """
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And 1h passes
      Then server "docs" received "tools/list" at "0s, 1m0.5s"
      And server "docs" received "prompts/list" at "0s, 1m0.5s"
      And server "docs" received "resources/list" at "0s, 1m0.5s"
      And consumers were told of updates of "doc:a, doc:b"

  @MOD-CLI-74
  Rule: A subscription that takes over has ten seconds to be acknowledged, too

    Example: the second of two, with the resources
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        rules: [{when: {method: subscriptions/listen, nth: 2}, do: [never]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" at "0s, 0s, 10.5s"

  @MOD-06 @MOD-CLI-75
  Rule: An update that comes with the subscription counts if its resource was asked for

    Scenario Outline: an update of <uri>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": <uri>, "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 2 to server "docs">}}}
        """
      And 1h passes
      Then consumers were told of updates of "<told>"

      Examples:
        | uri      | told  |
        | "doc:a"  | doc:a |
        | "doc:b"  |       |
        | 7        |       |

    Scenario Outline: a list that has changed, told with subscription <n>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        resources: ["doc:a"]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number <n> to server "docs">}}}
        """
      And 1h passes
      Then server "docs" received "tools/list" <times>

      Examples:
        | n | times   |
        | 1 | 1 time  |
        | 2 | 2 times |

  @MOD-07
  Rule: On a connection that has ended nothing is listened for any more

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      When a bare connection to server "docs" is opened
      And 1s passes
      And server "docs" exits with code 1
      And 1h passes
      Then server "docs" received "subscriptions/listen" 1 time
      And no timer is pending

      Examples:
        | kind  |
        | stdio |
        | ws    |
