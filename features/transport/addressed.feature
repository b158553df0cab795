@omp @virtual
Feature: Messages reach the address that is configured, and answers of the client are renewed once
  Keys in a query and tokens in a header are what lets a client in. Both belong to every
  message.


  @OMP-TP-22
  Rule: Every POST goes to the configured URL, its query included

    Scenario Outline: over <kind>, <url>
      Given server "docs" over <kind>
      And server "docs" is defined with url "<url>"
      And server "docs" offers the tool "search"
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And "initialize" number 1 to server "docs" was sent to "<target>"
      And "notifications/initialized" number 1 to server "docs" was sent to "<target>"
      And "tools/list" number 1 to server "docs" was sent to "<target>"
      And "tools/call" number 1 to server "docs" was sent to "<target>"

      Examples:
        | kind | url                               | target           |
        | http | http://docs.test/mcp?key=1        | /mcp?key=1       |
        | sse  | http://docs.test/mcp?key=a%20b&x= | /mcp?key=a%20b&x= |
        | http | http://docs.test/mcp              | /mcp             |


  @OMP-TP-81
  Rule: An answer to the server that is rejected again with a renewed token is given up

    Scenario Outline: over <kind>, each time with <status>
      Given server "docs" over <kind>
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "client-1"}
        """
      And server "docs" offers the tool "search"
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{as: sse}, {request: {method: ping, id: 77}}, {delay: 1s}]}
        - {when: {verb: POST, after: 4}, do: [{status: <status>}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns "ok"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 77, "result": {}}
        {"jsonrpc": "2.0", "id": 77, "result": {}}
        """
      And the token endpoint was asked 1 time

      Examples:
        | kind | status |
        | http | 401    |
        | sse  | 403    |
