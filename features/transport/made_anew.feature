@omp @virtual
Feature: A connection that is made anew does what the first one did

  @OMP-TP-01
  Rule: Every connection over HTTP has the same order, of either type

    Scenario Outline: type <type>, connected twice
      Given server "docs" over <type> with this script:
        """yaml
        http: {sessions: false}
        """
      And the runtime has started
      When server "docs" is reconnected
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        initialize
        GET
        notifications/initialized
        tools/list
        """

      Examples:
        | type |
        | http |
        | sse  |

  @OMP-TP-06
  Rule: Each connection is told the directory of the project, percent-encoded

    Scenario Outline: on the second connection over <kind>
      Given server "docs" over <kind>
      And the program works in the directory "/my project/100%"
      And the runtime has started
      When server "docs" is reconnected
      And server "docs" sends the request "roots/list"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {"roots": [{"uri": "file:///my%20project/100%25", "name": "100%"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-TP-35 @OMP-TP-36
  Rule: Notifications are followed and handed on over every transport and on every connection

    Scenario Outline: <notice> over <kind>, on the second connection
      Given server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And the runtime has started
      When server "docs" is reconnected
      And the counts start anew
      And server "docs" sends:
        """json
        {"jsonrpc":"2.0","method":"notifications/<notice>/list_changed","params":{"_meta":{"n":1}}}
        """
      And server "docs" sends the notification "notifications/progress"
      And server "docs" sends the notification "notifications/cancelled"
      Then server "docs" received "<list>" 1 time
      And the host saw these notifications of server "docs": "notifications/<notice>/list_changed, notifications/progress, notifications/cancelled"

      Examples:
        | notice    | kind  | list           |
        | tools     | stdio | tools/list     |
        | tools     | http  | tools/list     |
        | tools     | ws    | tools/list     |
        | resources | stdio | resources/list |
        | resources | ws    | resources/list |
        | prompts   | http  | prompts/list   |
        | prompts   | ws    | prompts/list   |

  @OMP-TP-38
  Rule: Every process of a server is started alike

    Example: the second one, with an empty argument and a directory
      Given server "docs" over stdio
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["--root", "", "a b"], "cwd": "tools"}}}
        """
      When the runtime discovers and starts
      And server "docs" is reconnected
      Then process 2 of server "docs" was started with:
        | what      | value         |
        | command   | docs          |
        | arguments | --root, , a b |
        | directory | /project/tools |

    Example: one without variables of its own inherits all
      Given server "docs" over stdio
      And the environment variable "LANG" is "C"
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what          | value |
        | variable LANG | C     |

  @OMP-TP-111
  Rule: The stale tools of every kind of server stay until there are new ones

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" never answers "initialize"
      When server "docs" drops its connections
      And 1s passes
      Then server "docs" is connecting
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-TP-82
  Rule: On every connection a message has one renewal

    Example: a call on the second connection, rejected twice
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [status: 401]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 2 times
      And the token endpoint was asked 1 time
