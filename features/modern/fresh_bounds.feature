@omp @virtual
Feature: What servers allow to be used again takes bounded memory
  A server may call everything it says good for a month. What is kept of that has a
  bound for all servers together; what does not fit is asked for again, and what is out
  of date makes room.

  @MOD-11
  Rule: Results of 64 MiB are kept, and older ones make room for a new one only if they are out of date

    Scenario Outline: four results of 16,600,000 bytes that are good for a second, and one of <bytes> after <pause>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        resources: ["doc:a", "doc:b", "doc:c", "doc:d", "doc:e"]
        rules:
          - when: {method: resources/read, first: 4}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"complete","ttlMs":1000,"cacheScope":"public","contents":[{"uri":"doc:a","text":"'
              - raw: {text: x, size: 16600000}
              - raw: '"}]}}'
              - end: eof
          - when: {method: resources/read, nth: 5}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"complete","ttlMs":3600000,"cacheScope":"public","contents":[{"uri":"doc:e","text":"'
              - raw: {text: x, size: <bytes>}
              - raw: '"}]}}'
              - end: eof
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:b" of server "docs" is read
      And resource "doc:c" of server "docs" is read
      And resource "doc:d" of server "docs" is read
      And <pause> pass
      And resource "doc:e" of server "docs" is read
      And resource "doc:e" of server "docs" is read
      Then server "docs" received "resources/read" <n>

      Examples:
        | bytes  | pause | n       |
        | 600000 | 1ms   | 5 times |
        | 800000 | 1ms   | 6 times |
        | 800000 | 1s    | 5 times |

  @MOD-11
  Rule: A new subscription makes old what is kept of its own server, and of no other

    Scenario Outline: <what>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: <docs>}
        tools: [search]
        """
      And server "mail" over http with this script:
        """yaml
        era: modern
        modern: {ttl: <mail>}
        tools: [send]
        """
      And the runtime has started
      When 1m passes
      And server "mail" is reconnected
      And 1s passes
      Then server "mail" received "tools/list" <n>

      Examples:
        | what                      | docs | mail | n       |
        | nothing is kept           | 0s   | 0s   | 2 times |
        | another server's          | 1h   | 0s   | 2 times |
        | what is out of date       | 0s   | 30s  | 2 times |
        | its own                   | 0s   | 1h   | 2 times |

  @MOD-11
  Rule: A server is believed for 30 days at most

    Scenario Outline: again after <pause>
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [result: {resultType: complete, supportedVersions: ["2026-07-28"], capabilities: {resources: {}}}]}
        - {when: {method: resources/read}, do: [result: {contents: [], resultType: complete, ttlMs: 9007199254740991, cacheScope: public}]}
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And <pause> pass
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" <n>

      Examples:
        | pause      | n       |
        | 719h59m59s | 1 time  |
        | 720h       | 2 times |
