@omp @virtual
Feature: A fresh list is live without a request, for those it was said to
  A connection that comes back need not ask for what it knows to be good. But what was
  said to one user is not for another, and what changed while nothing was listened to
  is looked at.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-11 @MOD-CLI-32 @MOD-CLI-78
  Rule: After a lost connection a fresh list is live at once, without a request

    Scenario Outline: a <scope> list over <kind>, lost after <pause>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 1h, scope: <scope>}
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        capabilities: {tools: {}, prompts: {}, resources: {}}
        """
      And the runtime has started
      When <pause> pass
      And server "docs" is reconnected
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "tools/list" <n>
      And server "docs" received "prompts/list" <n>
      And server "docs" received "resources/list" <n>
      And server "docs" received "resources/templates/list" <n>
      And server "docs" received "server/discover" 2 times

      Examples:
        | kind  | scope   | pause      | n       |
        | stdio | public  | 1m         | 1 time  |
        | http  | private | 59m59s999ms | 1 time  |
        | http  | public  | 1h         | 2 times |

    Example: a page of which the time is up is asked for, and no other
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: a}, {name: b}]
        capabilities: {tools: {}}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [result: {resultType: complete, tools: [{name: a, inputSchema: {type: object}}], nextCursor: "2", ttlMs: 3600000, cacheScope: public}]}
        - {when: {method: tools/list, nth: 2}, do: [result: {resultType: complete, tools: [{name: b, inputSchema: {type: object}}], ttlMs: 1000, cacheScope: public}]}
        - {when: {method: tools/list, nth: 3}, do: [result: {resultType: complete, tools: [{name: c, inputSchema: {type: object}}], ttlMs: 1000, cacheScope: public}]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" is reconnected
      And 1m passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_c"
      And server "docs" received "tools/list" 3 times

    Example: a cursor that is not known any more leads back to the beginning, once
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [search]
        capabilities: {tools: {}}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [result: {resultType: complete, tools: [{name: old, inputSchema: {type: object}}], nextCursor: "2", ttlMs: 3600000, cacheScope: public}]}
        - {when: {method: tools/list, nth: 2}, do: [error: {code: -32602, message: odd}]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "tools/list" 3 times

  @MOD-11 @MOD-CLI-33
  Rule: A private list is for those with the same credentials, a public one for all

    Scenario Outline: a <scope> list, and <who>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 1h, scope: <scope>}
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        templates: ["doc:{a}"]
        capabilities: {tools: {}, prompts: {}, resources: {}}
        """
      And server "docs" is defined with the header "Authorization" set to "Bearer ada"
      And the runtime has started
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp"
      And server "mail" is defined with the header "Authorization" set to "Bearer <token>"
      When the runtime starts server "mail"
      And 1m passes
      Then the runtime has the tools "mcp__docs_search, mcp__mail_search"
      And server "docs" received "tools/list" <n>
      And server "docs" received "prompts/list" <n>
      And server "docs" received "resources/templates/list" <n>

      Examples:
        | scope   | who            | token | n       |
        | private | another token  | bob   | 2 times |
        | private | the same token | ada   | 1 time  |
        | public  | another token  | bob   | 1 time  |

    Scenario Outline: a list with <hint>, and another token
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        capabilities: {tools: {}}
        rules: [{when: {method: tools/list}, do: [result: {resultType: complete, tools: [{name: search, inputSchema: {type: object}}], <hint>}]}]
        """
      And the runtime has started
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp"
      And server "mail" is defined with the header "Authorization" set to "Bearer bob"
      When the runtime starts server "mail"
      And 1m passes
      Then server "docs" received "tools/list" 2 times

      Examples:
        | hint                                   |
        | ttlMs: 3600000                         |
        | ttlMs: 3600000, cacheScope: everybody  |
        | ttlMs: 3600000, cacheScope: Public     |
        | ttlMs: 3600000, cacheScope: shared     |
