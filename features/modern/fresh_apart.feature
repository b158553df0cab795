@omp @virtual
Feature: What is kept answers what was asked, to the last letter, and those who asked
  A cache whose key is a part of the question answers another one.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-11 @MOD-CLI-76
  Rule: What was said of one thing or page is not said of another, however alike they are

    Example: two resources whose addresses differ at their ends
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: [{uri: "doc:a/long/address/of/one", text: one}, {uri: "doc:a/long/address/of/two", text: two}]
        """
      And the runtime has started
      When resource "doc:a/long/address/of/one" of server "docs" is read
      And resource "doc:a/long/address/of/two" of server "docs" is read
      Then call 1 returns "one"
      And call 2 returns "two"

    Example: two pages of a list
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        tools: [a, b]
        pageSize: 1
        """
      And the runtime has started
      When 1m passes
      And server "docs" is reconnected
      And 1s passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b"

  @MOD-11 @MOD-CLI-33
  Rule: What was asked for with one token and answered to another is kept for neither

    Example: the token is renewed while a private resource is asked for
      Given a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: private}
        resources: ["doc:a"]
        rules: [{when: {method: resources/read, nth: 1}, do: [status: 401]}]
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "me"}
        """
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And the runtime has started
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp"
      And server "mail" is defined with the header "Authorization" set to "Bearer access-1"
      When resource "doc:a" of server "docs" is read
      And the runtime starts server "mail"
      And resource "doc:a" of server "mail" is read
      Then server "docs" received "resources/read" 3 times

  @MOD-CLI-78
  Rule: A cursor that is not known any more leads back to the beginning of every list, once

    Scenario Outline: <method> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        resources: ["doc:a"]
        templates: [{uriTemplate: "doc:{a}"}]
        prompts: [review]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, nth: 1}, do: [result: {resultType: complete, <old>, nextCursor: "2", ttlMs: 3600000, cacheScope: public}]}
        - {when: {method: <method>, nth: 2}, do: [error: {code: -32602, message: odd}]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the <what> "<all>" of server "docs"
      And server "docs" received "<method>" 3 times

      Examples:
        | method                   | kind  | old                                                    | what               | all     |
        | prompts/list             | stdio | prompts: [{name: old}]                                 | prompts            | review  |
        | prompts/list             | http  | prompts: [{name: old}]                                 | prompts            | review  |
        | resources/list           | http  | resources: [{uri: "doc:old", name: old}]               | resources          | doc:a   |
        | resources/templates/list | stdio | resourceTemplates: [{uriTemplate: "old:{b}", name: b}] | resource templates | doc:{a} |

  @MOD-CLI-88
  Rule: A code that means nothing is neither an unknown cursor nor a missing method

    Example: the second page is refused with -32000
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a, b]
        pageSize: 1
        rules: [{when: {method: tools/list, nth: 2}, do: [error: {code: -32000, message: odd}]}]
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "MCP error -32000: odd"
      And server "docs" received "tools/list" 2 times

    Scenario Outline: prompts are refused with <code>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        rules: [{when: {method: prompts/list}, do: [error: {code: <code>, message: odd}]}]
        """
      When the runtime starts
      And 1m passes
      Then the log has <n> warnings of "docs" with "odd"

      Examples:
        | code   | n |
        | -32001 | 1 |
        | -32601 | 0 |

  @MOD-CLI-33
  Rule: What is private to one process is not for another one that is given other variables

    Scenario Outline: <who>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1h, scope: private}
        tools: [search]
        capabilities: {tools: {}}
        """
      And server "docs" is defined with the variable "TOKEN" set to "ada"
      And the runtime has started
      When server "docs" is disconnected
      Given server "docs" is defined with the variable "TOKEN" set to "<token>"
      When the runtime starts server "docs"
      Then server "docs" received "tools/list" <n>

      Examples:
        | who             | token | n       |
        | another token   | bob   | 2 times |
        | the same token  | ada   | 1 time  |
