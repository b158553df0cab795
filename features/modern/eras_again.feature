@omp @virtual
Feature: Which protocol a server speaks is found out for its endpoint, once, and after each end of a process
  A login changes who asks and nothing about the protocol. What was kept may be wrong, and
  what is refused in one form of words is refused.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-44
  Rule: Each server that ends at the probe is started again, also beside others, at each connection and where there is a user

    Scenario Outline: three of them, <user>
      Given <user>
      And servers "docs, mail, wiki" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [exit: 1]}
        """
      And server "mail" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [exit: 0]}
        """
      And server "wiki" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [delay: 1s, exit: 1]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_echo, mcp__mail_echo, mcp__wiki_echo"
      And server "docs" was started 2 times
      And server "mail" was started 2 times
      And server "wiki" was started 2 times

      Examples:
        | user                       |
        | the user declines every form |
        | there is no cache            |

    Example: one that was kept as a legacy server, ended at initialize and is probed again
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [exit: 1]}
        - {when: {method: initialize, nth: 2}, do: [exit: 1]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" exits with code 1
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 3 times
      And server "docs" was started 5 times

  @MOD-CLI-51
  Rule: After a login the probe comes again, and initialize only if its answer says so

    Scenario Outline: a server of the era "<era>"
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        era: <era>
        protected: {by: [login]}
        tools: [search]
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" <n>
      And the user was asked to log in 1 time

      Examples:
        | era    | n       |
        | modern | 0 times |
        | dual   | 0 times |
        | legacy | 1 time  |

  @MOD-CLI-53
  Rule: A verdict is about the endpoint, whatever its servers are called, and a process is probed once in its life

    Example: two names of one legacy server
      Given server "docs" over http
      And the runtime has started
      And server "mail" over http
      And server "mail" is defined with url "http://docs.test/mcp"
      When 1m passes
      And the runtime starts server "mail"
      And server "mail" is reconnected
      And 1m passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 3 times
      And server "mail" is connected

    Scenario Outline: calls, reads and an hour, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: dual
        tools: [a]
        resources: ["doc:a"]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And resource "doc:a" of server "docs" is read
      And 1h passes
      And tool "mcp__docs_a" is called
      Then calls 1 to 3 succeed
      And server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @MOD-CLI-49
  Rule: The status leads on to the next protocol, whatever the body is, unless it is a modern one

    Scenario Outline: <probe> for the probe, <handshake> for initialize, each with <body>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: server/discover}, do: [{status: {code: <probe>, body: '<body>', headers: {Content-Type: "<type>"}}}]}
          - {when: {method: initialize}, do: [{status: {code: <handshake>, body: '<body>', headers: {Content-Type: "<type>"}}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 1 time
      And server "docs" received "GET" 1 time

      Examples:
        | probe | handshake | type             | body                                                                             |
        | 404   | 404       | application/json | {"error":"not found"}                                                            |
        | 405   | 405       | application/json | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"not allowed"}}      |
        | 404   | 404       | application/json | {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}    |
        | 404   | 405       | text/html        | <lt>html>no<lt>/html>                                                            |
        | 405   | 404       | application/json |                                                                                  |
