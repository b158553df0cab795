@omp @virtual
Feature: The deadline that was asked for is the one that counts

  @OMP-LC-55
  Rule: No timeout of a definition is too long or too short

    Scenario Outline: <timeout>
      Given server "docs" over stdio
      And server "docs" has a timeout of <timeout>
      And server "docs" never answers "initialize"
      When the runtime starts
      And 24h pass
      Then startup returned at <timeout>

      Examples:
        | timeout |
        | 1ms     |
        | 50ms    |
        | 10m     |
        | 5h      |

  @OMP-LC-56
  Rule: The variable counts whatever the definition says, over every transport

    Scenario Outline: <variable> ms, and the definition says <timeout>, over <kind>
      Given the environment variable "OMP_MCP_TIMEOUT_MS" is "<variable>"
      And server "docs" over <kind>
      And server "docs" is defined with <timeout>
      And server "docs" never answers "initialize"
      When the runtime starts
      And 24h pass
      Then startup returned at <variable>ms

      Examples:
        | kind  | variable | timeout                       |
        | stdio | 45000    | the variable "KEY" set to "k" |
        | http  | 45000    | the header "X-Key" set to "k" |
        | sse   | 700      | the header "X-Key" set to "k" |
        | ws    | 700      | the header "X-Key" set to "k" |

  @OMP-LC-57
  Rule: A timeout of zero holds for every connection

    Scenario Outline: a reconnect over <kind> that takes a day
      Given server "docs" over <kind>
      And server "docs" has a timeout of 0
      And the runtime has started
      And server "docs" answers "initialize" after 24h
      When server "docs" is reconnected
      And 24h pass
      Then server "docs" received "initialize" at "0s, 0s"
      And server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-58
  Rule: Without a deadline, too, a failed handshake ends its process

    Example: a server that refuses
      Given server "docs" over stdio
      And server "docs" has a timeout of 0
      And server "docs" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then server "docs" was started 1 time
      And server "docs" has 0 live processes

  @OMP-LC-72
  Rule: Every late failure is logged

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" has a timeout of 5s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 2s}, <does>]}
        """
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1m passes
      Then startup returned at 250ms
      And the log has 1 warning of "docs" that ends with "connecting in the background failed <why>"

      Examples:
        | what          | does                                   | why                                                    |
        | it is too late | never                                 | Connection to MCP server "docs" timed out after 5000ms |
        | it exits      | {exit: 1}                              | Transport closed                                       |
        | it refuses    | {error: {code: -32600, message: no}}   | MCP error -32600: no                                   |

  @OMP-LC-06
  Rule: A failure of any kind is logged

    Scenario Outline: <what>
      Given servers "docs, mail" over http
      And server "docs" has a timeout of 5s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [<does>]}
        """
      When a session starts
      And 1m passes
      Then the log has 1 record of "docs" with "loading tools from mcp:docs failed <why>"
      And the log has 0 records of "mail" with ""

      Examples:
        | what             | does                        | why                                                    |
        | it never answers | never                       | Connection to MCP server "docs" timed out after 5000ms |
        | it is refused    | {status: {code: 500, body: no}} | HTTP 500: no                                       |
        | it is cut off    | drop                        | sending POST:                                          |

  @OMP-LC-55 @OMP-LC-56
  Rule: The deadline of a second connection is that of the first one

    Scenario Outline: <what>, over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of <own>
      And the environment variable "OMP_MCP_TIMEOUT_MS" is "<environment>"
      And the runtime has started
      When server "docs" is reconnected
      Given server "docs" never answers "tools/call"
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 ended at <end>

      Examples:
        | what           | kind  | own | environment | end |
        | its own        | stdio | 7s  |             | 7s  |
        | its own        | http  | 7s  |             | 7s  |
        | everybody's    | stdio | 7s  | 9000        | 9s  |
        | everybody's    | http  | 7s  | 9000        | 9s  |
