@omp @virtual
Feature: A definition says where messages go and what goes with them
  User and password of a URL become basic authentication, headers of the definition
  outrank those of the transport, and Host is a header like any other. Only the
  session belongs to the server.

  @F-29
  Rule: Headers of the definition outrank those of the transport, that of the session excepted

    Scenario Outline: <name>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{session: {do: mint, id: S1}}]}
        """
      And server "docs" is defined with the header "<name>" set to "<value>"
      When the runtime starts
      And server "docs" is disconnected
      Then "initialize" number 1 to server "docs" has the header "<name>" set to "<first>"
      And "tools/list" number 1 to server "docs" has the header "<name>" set to "<later>"
      And "GET" number 1 to server "docs" has the header "<name>" set to "<later>"
      And "DELETE" number 1 to server "docs" has the header "<name>" set to "<later>"

      Examples:
        | name           | value            | first            | later            |
        | X-Key          | k                | k                | k                |
        | Accept         | */*              | */*              | */*              |
        | Mcp-Session-Id | mine             | mine             | S1               |

    Scenario Outline: Content-Type <value> goes with messages
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" is defined with the header "Content-Type" set to "<value>"
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then "ping" number 1 to server "docs" has the header "Content-Type" set to "<value>"

      Examples:
        | value                           |
        | application/json; charset=utf-8 |

    Scenario Outline: the URL <url>
      Given server "docs" over <kind>
      And server "docs" is defined with url "<url>"
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" has the header "Authorization" set to "<authorization>"

      Examples:
        | kind | url                              | authorization         |
        | http | http://user:pass@docs.test/mcp   | Basic dXNlcjpwYXNz    |
        | http | http://user@docs.test/mcp        | Basic dXNlcjo=        |

    Scenario Outline: Host over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {verb: <verb>}, do: [{status: {code: 400, body: "asked <origin>"}}]}]
        """
      And server "docs" is defined with the header "host" set to "tenant.test"
      When the runtime starts
      Then startup reported these errors:
        | server | error                              |
        | docs   | HTTP 400: asked http://tenant.test |

      Examples:
        | kind | verb |
        | http | POST |
        | ws   | GET  |

    Scenario Outline: the header <name>, over ws
      Given server "docs" over ws
      And server "docs" is defined with the header "<name>" set to "<value>"
      When the runtime starts
      Then server "docs" is connected
      And "GET" number 1 to server "docs" has the header "<name>" set to "<value>"

      Examples:
        | name          | value    |
        | Authorization | Bearer t |
        | X-Key         | k        |
