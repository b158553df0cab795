@omp @virtual
Feature: One deadline covers the whole handshake
  A server that starts and says nothing must not hold a session for ever. The
  deadline comes from the environment, else from the server's definition, else
  it is thirty seconds; zero means that somebody wants to wait.

  @OMP-LC-54
  Rule: The deadline is 30 seconds unless something else is said

    Scenario Outline: still connecting at 29.999 s, failed at 30 s, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches 29999ms
      Then server "docs" is connecting
      When the clock reaches 30s
      Then server "docs" is disconnected
      And startup reported these errors:
        | server | error                                                   |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-55
  Rule: The timeout of a server's definition replaces the default

    Scenario Outline: <timeout> over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of <timeout>
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches <before>
      Then server "docs" is connecting
      When the clock reaches <timeout>
      Then startup reported these errors:
        | server | error                                                  |
        | docs   | Connection to MCP server "docs" timed out after <ms>ms |

      Examples:
        | kind  | timeout | before  | ms    |
        | stdio | 1500ms  | 1499ms  | 1500  |
        | http  | 1500ms  | 1499ms  | 1500  |
        | stdio | 45s     | 44999ms | 45000 |
        | http  | 45s     | 44999ms | 45000 |

  @OMP-LC-56
  Rule: The variable OMP_MCP_TIMEOUT_MS outranks the timeout of the definition

    Scenario Outline: <variable> ms instead of <timeout>, over <kind>
      Given the environment variable "OMP_MCP_TIMEOUT_MS" is "<variable>"
      And server "docs" over <kind>
      And server "docs" has a timeout of <timeout>
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches <before>
      Then server "docs" is connecting
      When the clock reaches <variable>ms
      Then startup reported these errors:
        | server | error                                                        |
        | docs   | Connection to MCP server "docs" timed out after <variable>ms |

      Examples:
        | kind  | variable | timeout | before  |
        | stdio | 700      | 5s      | 699ms   |
        | http  | 700      | 5s      | 699ms   |
        | stdio | 5000     | 700ms   | 4999ms  |
        | http  | 5000     | 700ms   | 4999ms  |
        | stdio | 45000    | 0       | 44999ms |

  @OMP-LC-57
  Rule: A timeout of zero means that there is no deadline

    Example: zero in the definition, after an hour
      Given server "docs" over stdio
      And server "docs" has a timeout of 0
      And server "docs" never answers "initialize"
      When the runtime starts
      And 1h passes
      Then server "docs" is connecting
      And server "docs" has 1 live process
      And startup has not returned

    Example: zero in the environment outranks a definition as well
      Given the environment variable "OMP_MCP_TIMEOUT_MS" is "0"
      And server "docs" over http
      And server "docs" has a timeout of 2s
      And server "docs" answers "initialize" after 30m
      When the runtime starts
      And the clock reaches 29m
      Then server "docs" is connecting
      When the clock reaches 30m
      Then server "docs" is connected

    Scenario Outline: what comes after the handshake has none either, over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 0
      And server "docs" answers "tools/list" after 1h
      And server "docs" answers "tools/call" after 2h
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      When tool "mcp__docs_echo" is called
      And 2h pass
      Then call 1 ended at 3h
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-51
  Rule: Each connection over HTTP opens its stream before notifications/initialized

    Scenario Outline: the first one and the next, over <kind>, and sessions are <sessions>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: <sessions>}
        """
      When the runtime starts
      And server "docs" is reconnected
      Then the servers received "initialize, GET, notifications/initialized" in this order:
        """
        docs initialize
        docs GET
        docs notifications/initialized
        docs initialize
        docs GET
        docs notifications/initialized
        """

      Examples:
        | kind | sessions |
        | http | true     |
        | sse  | true     |
        | http | false    |
        | sse  | false    |
