@omp @virtual
Feature: What a server allows to be used again is not asked for again
  A modern result says for how long it is good and for whom. Within that time it is as
  good as a live one and costs nothing; a moment later it is asked for. It is never
  asked for just because the time is up: only when somebody wants to see it.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-11 @MOD-CLI-32 @MOD-CLI-77
  Rule: A resource is read once within its time, and again at its end

    Scenario Outline: over <kind>, after <pause> of <ttl>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: <ttl>}
        resources: ["doc:a"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And <pause> pass
      And resource "doc:a" of server "docs" is read
      Then call 2 succeeds
      And server "docs" received "resources/read" <n>

      Examples:
        | kind  | ttl | pause   | n       |
        | stdio | 24h | 1ms     | 1 time  |
        | http  | 24h | 23h59m  | 1 time  |
        | http  | 24h | 24h     | 2 times |
        | stdio | 48h | 47h59m  | 1 time  |
        | stdio | 48h | 48h     | 2 times |
        | http  | 0s  | 1ms     | 2 times |

    Scenario Outline: a time of <hint> for <scope> and <what>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: resources/read}, do: [result: {contents: [], resultType: complete, <hint>}]}
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And 1s pass
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" <n>

      Examples:
        | what                | hint                                   | scope   | n       |
        | that is negative    | ttlMs: -5000, cacheScope: public       | all     | 2 times |
        | that is a text      | ttlMs: "5000", cacheScope: public      | all     | 2 times |
        | that is none        | cacheScope: public                     | all     | 2 times |
        | that is enormous    | ttlMs: 9007199254740991, cacheScope: public| all     | 1 time  |
        | an unknown scope    | ttlMs: 5000, cacheScope: everybody     | nobody  | 1 time  |
        | no scope            | ttlMs: 5000                            | nobody  | 1 time  |

    Example: nothing is asked for when the time is up
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1m}
        tools: [search]
        resources: ["doc:a"]
        """
      When the runtime starts
      And 240h pass
      Then server "docs" received "tools/list" 1 time
      And server "docs" received "resources/list" 1 time

  @MOD-11 @MOD-CLI-76
  Rule: What was said of one thing is not said of another

    Example: two resources
      Given server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: ["doc:a", "doc:ab"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:ab" of server "docs" is read
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 2 times

    Example: prompts and calls are asked for each time
      Given server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        tools: [search]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      Then server "docs" received "tools/call" 2 times

    Scenario Outline: a change of the tools of one server, to those who hold <scope> resources
      Given server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: <scope>}
        tools: [search]
        resources: ["doc:a"]
        """
      And server "mail" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: <scope>}
        resources: ["doc:b"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:b" of server "mail" is read
      And server "docs" changes its tools to "read"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And resource "doc:a" of server "docs" is read
      And resource "doc:b" of server "mail" is read
      Then the runtime has the tools "mcp__docs_read"
      And server "docs" received "resources/read" 1 time
      And server "mail" received "resources/read" 1 time

      Examples:
        | scope   |
        | public  |
        | private |

  @MOD-11 @MOD-CLI-33
  Rule: What came of answers to questions is not kept

    Example: a resource that asks first
      Given the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"name": "Ada"}}
        """
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: [{uri: "doc:a", rounds: [{inputs: {who: {method: elicitation/create, params: {message: Who?}}}}]}]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 4 times
