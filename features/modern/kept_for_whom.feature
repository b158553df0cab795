@omp @virtual
Feature: What is kept of a server is for those who asked it, and for as long as it says
  Who asks is said by any header, and a query may name another server. What is kept for one
  is nothing for the other.

  @MOD-11 @MOD-CLI-33
  Rule: A private result is for those whose headers are the same, whatever they are called

    Example: a header of its own, and no token
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: private}
        resources: ["doc:a"]
        """
      And server "docs" is defined with the header "X-User" set to "ann"
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp"
      And server "mail" is defined with the header "X-User" set to "bob"
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:a" of server "mail" is read
      Then server "docs" received "resources/read" 2 times

    Example: the same one elsewhere
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: public}
        resources: ["doc:a"]
        """
      And server "docs" is defined with url "http://docs.test/mcp?tenant=1"
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp?tenant=2"
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:a" of server "mail" is read
      Then server "docs" received "resources/read" 2 times

  @MOD-09
  Rule: A verdict is about a URL with its query

    Example: two tenants, each asked for itself
      Given the switch "protocol.era" is "auto"
      And server "docs" over http
      And server "docs" is defined with url "http://docs.test/mcp?tenant=1"
      And the runtime has started
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp?tenant=2"
      When 1m passes
      And the runtime starts server "mail"
      And 1m passes
      Then server "docs" received "server/discover" 2 times

  @MOD-CLI-32
  Rule: What is fresh for less than a second is so

    Scenario Outline: read again after <wait>
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 500ms}
        resources: ["doc:a"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And <wait> pass
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" <n>

      Examples:
        | wait  | n       |
        | 499ms | 1 time  |
        | 501ms | 2 times |

  @MOD-CLI-82
  Rule: Each of many questions is answered before the request is sent again

    Example: five
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: route, rounds: [{inputs: {a: {method: roots/list}, b: {method: roots/list}, c: {method: roots/list}, d: {method: roots/list}, e: {method: roots/list}}}], answer: done}]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called
      Then call 1 returns "done"
      And server "docs" received "tools/call" 2 times

  @MOD-CLI-44
  Rule: A server that exits at the probe is started again, whatever its timeout is

    Scenario Outline: <timeout>
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And server "docs" has a timeout of <timeout>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [exit: 1]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And server "docs" was started 2 times

      Examples:
        | timeout |
        | 0       |
        | 1s      |
