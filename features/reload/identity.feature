@qwen @virtual
Feature: Whatever tells one connection from another needs a new one, and only that
  A definition says what is run or contacted, and how: an edit of that must not go
  by, whichever key it is. It also holds words for people and choices among tools,
  and these cost no connection.

  @QWEN-05 @QWEN-61
  Rule: A change of what is run or contacted, and of how, concerns that server only

    Scenario Outline: <key> of a server over stdio
      Given servers "docs, next, mail, wiki" over stdio
      And the user settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <value> in the user settings
      And 300ms pass
      Then the last pass did "changed docs; kept 2"
      And server "docs" is connected
      And server "<now>" was started 1 time
      And server "mail" received nothing
      And server "wiki" received nothing
      And server "mail" never lost a tool

      Examples:
        | key     | value        | now  |
        | command | "next"       | next |
        | args    | ["-v"]       | docs |
        | env     | {"MODE":"x"} | docs |
        | cwd     | "/other"     | docs |
        | timeout | 5000         | docs |

    Scenario Outline: <key> of a server over http
      Given servers "docs, next, mail" over http
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <value> in the user settings
      And 300ms pass
      Then the last pass did "changed docs; kept 1"
      And server "docs" is connected
      And server "<now>" received "initialize" 1 time
      And server "mail" received nothing
      And server "mail" never lost a tool

      Examples:
        | key                  | value                  | now  |
        | httpUrl              | "http://next.test/mcp" | next |
        | headers              | {"X-Mode":"x"}         | docs |
        | timeout              | 5000                   | docs |
        | authProviderType     | "dynamic_discovery"    | docs |
        | targetAudience       | "audience"             | docs |
        | targetServiceAccount | "account"              | docs |

    Scenario Outline: <key> of a server over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        <script>
        """
      And server "next" over <transport> with this script:
        """yaml
        <script>
        """
      And server "mail" over http
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <value> in the user settings
      And 300ms pass
      Then the last pass did "changed docs; kept 1"
      And server "<now>" received "initialize" 1 time
      And server "mail" received nothing

      Examples:
        | transport | script             | key     | value                  | now  |
        | sse       | http: {legacy: {}} | url     | "http://next.test/sse" | next |
        | sse       | http: {legacy: {}} | headers | {"X-Mode":"x"}         | docs |
        | ws        | {}                 | tcp     | "ws://next.test/mcp"   | next |
        | ws        | {}                 | headers | {"X-Mode":"x"}         | docs |

    Scenario Outline: a variable or header is <changed>
      Given server "docs" over stdio
      And server "mail" over http
      And "mcpServers.docs" is {"command": "docs", "env": {"A": "1", "B": "2"}} in the user settings
      And "mcpServers.mail" is {"httpUrl": "http://mail.test/mcp", "headers": {"A": "1", "B": "2"}} in the user settings
      And the workspace has started
      When "mcpServers.docs.env" becomes <values> in the user settings
      And 1s passes
      Then the last pass did "changed docs; kept 1"
      When "mcpServers.mail.headers" becomes <values> in the user settings
      And 1s passes
      Then the last pass did "changed mail; kept 1"
      And servers were reconciled 3 times

      Examples:
        | changed          | values               |
        | given a value    | {"A":"1","B":"x"}    |
        | called otherwise | {"A":"1","C":"2"}    |
        | taken out        | {"A":"1"}            |
        | exchanged        | {"A":"2","B":"1"}    |

    Scenario Outline: the login of a server: <key>
      Given servers "docs, mail" over http
      And the user settings define the servers "docs, mail"
      And "mcpServers.docs.oauth" is {"enabled": true, "clientId": "c", "scopes": ["a", "b"], "audiences": ["x", "y"]} in the user settings
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.oauth.<key>" becomes <value> in the user settings
      And 1s passes
      Then the last pass did "<did>"
      And server "mail" received nothing

      Examples:
        | key              | value                      | did                   |
        | enabled          | false                      | changed docs; kept 1  |
        | clientId         | "d"                        | changed docs; kept 1  |
        | clientSecret     | "s"                        | changed docs; kept 1  |
        | authorizationUrl | "http://auth.test/ask"     | changed docs; kept 1  |
        | tokenUrl         | "http://auth.test/token"   | changed docs; kept 1  |
        | redirectUri      | "http://localhost:1/back"  | changed docs; kept 1  |
        | tokenParamName   | "t"                        | changed docs; kept 1  |
        | registrationUrl  | "http://auth.test/new"     | changed docs; kept 1  |
        | scopes           | ["a"]                      | changed docs; kept 1  |
        | audiences        | ["x", "z"]                 | changed docs; kept 1  |
        | scopes           | ["b", "a"]                 | kept 2                |
        | audiences        | ["y", "x"]                 | kept 2                |

    Scenario Outline: a change of <key> needs no other connection
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcpServers.docs.<key>" becomes <value> in the user settings
      And 1h passes
      Then servers were reconciled 2 times
      And the last pass did "<did>"
      And server "docs" was started 1 time
      And the runtime has the tools "<tools>"

      Examples:
        | key                | value    | did                     | tools                            |
        | description        | "mine"   | kept 2                  | mcp__docs__echo, mcp__mail__echo |
        | trust              | true     | kept 2                  | mcp__docs__echo, mcp__mail__echo |
        | discoveryTimeoutMs | 200      | kept 2                  | mcp__docs__echo, mcp__mail__echo |
        | type               | "stdio"  | kept 2                  | mcp__docs__echo, mcp__mail__echo |
        | args               | []       | kept 2                  | mcp__docs__echo, mcp__mail__echo |
        | env                | {}       | kept 2                  | mcp__docs__echo, mcp__mail__echo |
        | oauth              | {"enabled":false,"clientId":"c"} | kept 2 | mcp__docs__echo, mcp__mail__echo |
        | excludeTools       | ["echo"] | refiltered docs; kept 1 | mcp__mail__echo                  |
        | includeTools       | ["read"] | refiltered docs; kept 1 | mcp__mail__echo                  |
        | includeTools       | ["echo(text)"] | refiltered docs; kept 1 | mcp__docs__echo, mcp__mail__echo |
        | includeTools       | ["echoes", "ech(o)"] | refiltered docs; kept 1 | mcp__mail__echo            |
