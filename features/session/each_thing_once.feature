@omp @virtual
Feature: A session does each thing once, also beside other servers and when nothing comes of it

  @OMP-LC-89
  Rule: A reload reads the configuration once, whatever comes of it

    Example: no server can be connected any more
      Given servers "docs, mail" over stdio
      And a session has started
      And server "docs" answers "initialize" with error -32600 "no"
      And server "mail" answers "initialize" with error -32600 "no"
      When the session is reloaded
      Then discovery ran 2 times
      And server "docs" was started 2 times

    Example: no server is configured any more
      Given server "docs" over stdio
      And a session has started
      When server "docs" is taken out of the configuration
      And the session is reloaded
      Then the session has the tools ""
      And server "docs" has 0 live processes

  @OMP-LC-91
  Rule: Beside connected servers, too, nothing is refreshed for one that is still pending

    Example: after ten seconds
      Given servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And 1m passes
      Then the session's command fails with "Connection still pending"
      And the session was refreshed 0 times

  @OMP-LC-11
  Rule: A server that makes no sense is among the discovered ones and has a source

    Scenario Outline: <what>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "odd": <definition>}}
        """
      When configurations are discovered
      Then the discovered servers and their sources have the names "docs, odd"

      Examples:
        | what            | definition                          |
        | no command      | {"args": ["x"]}                     |
        | no address      | {"type": "http"}                    |
        | an unknown type | {"type": "pigeon", "command": "x"}  |

  @OMP-LC-18
  Rule: Without the browser filter servers that drive a browser are kept, whoever defines them

    Scenario Outline: in <file>
      Given the file "<file>" holds:
        """json
        {"mcpServers": {"playwright": {"command": "x"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name       |
        | playwright |

      Examples:
        | file                  |
        | ~/.claude.json        |
        | ~/.omp/agent/mcp.json |
        | ~/.cursor/mcp.json    |
        | mcp.json              |

  @OMP-TP-36
  Rule: The host sees log messages of a server that has no tools, too

    Example: a server of resources
      Given server "docs" over stdio with this script:
        """yaml
        capabilities: {resources: {}, logging: {}}
        resources: ["doc:a"]
        """
      And the runtime has started
      When server "docs" sends the notification "notifications/message"
      Then the host saw these notifications of server "docs": "notifications/message"

  @OMP-TP-102
  Rule: A background stream that the client ends is no error, however many requests there were

    Example: after twenty of them
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent 20 times in a row
      And the transport opens its background stream
      And the transport is closed
      Then the transport reported:
        """text
        close
        """
