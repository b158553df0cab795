@agents @virtual
Feature: What an agent framework says of itself to a server
  Servers that keep statistics, or that treat clients differently, see the client
  that the framework has always been.

  @OAI-76
  Rule: A server sees the client that the framework is, over streamable HTTP

    Example: its name, its revision and its ids
      Given server "docs" over http
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      Then "initialize" number 1 to server "docs" is:
        """json
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":false}},"clientInfo":{"name":"mcp","version":"0.1.0"}}}
        """
      And the request ids that server "docs" saw are "1, 2"

    Example: it listens after it has said that it is initialized
      Given server "docs" over http
      And the manager has connected its servers
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        GET
        """
      And server "docs" has 1 open "GET"

    Example: an answer whose stream breaks off is fetched from where it was
      Given server "docs" over http with this script:
        """yaml
        http: {answers: sse, resume: true}
        rules:
          - {when: {method: tools/call}, do: [{notify: m}, {delay: 100ms}, end, {delay: 500ms}, answer]}
        """
      And the manager has connected its servers
      When the program calls tool "echo" of server "docs" with:
        """json
        {}
        """
      And 1h passes
      Then operation 2 succeeds
      And server "docs" received "tools/call" 1 time
      And server "docs" received "GET" 2 times

    Example: a background stream that ends goes on where it was
      Given server "docs" over http with this script:
        """yaml
        http: {resume: true}
        """
      And the manager has connected its servers
      When 5s pass
      And server "docs" ends its stream
      And 10s pass
      Then server "docs" received "GET" at "0s, 6s"
      And "GET" number 2 to server "docs" has the header "Last-Event-Id" set to "1-1-0"
      And server "docs" received "initialize" 1 time
