@omp @virtual
Feature: What holds for every runtime holds at the second look, too

  @U-01
  Rule: A definition that is wrong keeps no server behind it from its tools

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And server "bad" over http
      And server "bad" is defined with url ""
      And servers "docs, mail" over stdio
      When the runtime starts
      And 1s passes
      Then the tools of "docs, mail" are offered and no others

      Examples:
        | profile  |
        | omp      |
        | hardened |
        | modern   |

  @U-02
  Rule: A healthy server over HTTP is not asked again because another one is reconnected

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And servers "docs, mail" over http
      And the runtime has started
      When 1s passes
      And the counts start anew
      And server "mail" is reconnected
      And 1h passes
      Then server "docs" received nothing

      Examples:
        | profile  |
        | omp      |
        | hardened |
        | modern   |

  @U-03
  Rule: A server is not connected again after an explicit close, wherever it stood

    Scenario Outline: <where>: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [<does>]}
        """
      When server "docs" drops its connections
      And <wait> pass
      And the counts start anew
      And server "docs" is disconnected
      And 24h pass
      Then server "docs" received "initialize" 0 times
      And nothing of the server "docs" is left
      And no timer is pending

      Examples:
        | profile  | where                        | method     | does                                 | wait |
        | omp      | while it shakes hands anew   | initialize | never                                | 1s   |
        | hardened | while it shakes hands anew   | initialize | never                                | 1s   |
        | room     | while it shakes hands anew   | initialize | never                                | 1s   |
        | omp      | while it lists anew          | tools/list | never                                | 1s   |
        | room     | while it lists anew          | tools/list | never                                | 1s   |
        | omp      | after it was given up        | initialize | {error: {code: -32600, message: no}} | 1h   |
        | room     | after it was given up        | initialize | {error: {code: -32600, message: no}} | 1h   |

  @U-04
  Rule: Cached tools of a server that was closed before they were read are not shown

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And server "mail" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And the cache holds the tools "send" of server "mail"
      And the cache takes 100ms to read
      When the runtime starts
      And the clock reaches 300ms
      And server "docs" is disconnected
      And 1s passes
      Then the runtime has the tools "mcp__mail_send"

      Examples:
        | profile  |
        | omp      |
        | hardened |

  @U-07
  Rule: A server that lists its tools anew is not called connected before it has them

    Example: a reconnect of omp
      Given the runtime of "omp" with the servers "docs"
      And the runtime has started
      And server "docs" answers "tools/list" after 1s
      When server "docs" is reconnected
      And 500ms pass
      Then server "docs" is connecting

  @U-09
  Rule: Servers are known, and consumers are told of their end, in configured order

    Example: twelve servers
      Given the runtime is that of "omp"
      And servers "l, d, k, b, j, e, m, a, h, c, g, f" over stdio
      When the runtime starts
      Then the runtime knows the servers "l, d, k, b, j, e, m, a, h, c, g, f"

    Example: five servers that offer resources, among twelve
      Given the runtime is that of "omp"
      And servers "l, d, k, b, j, e, m, a, h, c, g, f" over stdio
      And server "f" offers the resource "doc:a"
      And server "d" offers the resource "doc:a"
      And server "e" offers the resource "doc:a"
      And server "l" offers the resource "doc:a"
      And server "c" offers the resource "doc:a"
      And the runtime has started
      When the counts start anew
      And all servers are disconnected
      Then consumers were told of changed resources of the servers "l, d, e, c, f"

  @U-10
  Rule: The gate is as long for many servers as for one

    Scenario Outline: <n> servers, one of which hangs: <profile>
      Given the runtime is that of "<profile>"
      And servers "docs, <others>" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1h passes
      Then startup returned at 250ms

      Examples:
        | profile  | n  | others  |
        | omp      | 2  | s1      |
        | omp      | 3  | s1, s2  |
        | omp      | 21 | s1..s20 |
        | hardened | 21 | s1..s20 |
