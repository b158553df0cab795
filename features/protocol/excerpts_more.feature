@omp @virtual
Feature: What people read of a server is short, wherever it stands
  A server that sends a book where a word is expected is told of by its beginning.

  @D-28
  Rule: Of the message of an error people get 2,000 bytes, and of a title 200

    Scenario Outline: an error whose message has <n> bytes, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do: [{raw: {text: '{"jsonrpc":"2.0","id":<id>,"error":{"code":-1,"message":"'}}, {raw: {text: x, size: <n>}}, {raw: {text: "\"}}\n"}}, {end: eof}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with a text of <told> bytes that begins with "MCP error -1: "

      Examples:
        | kind | n    | told |
        | http | 2000 | 2014 |
        | http | 5000 | 2044 |

    Example: a title of 201 bytes
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: initialize}, do: [result: {protocolVersion: "2025-03-26", capabilities: {}, serverInfo: {name: docs, title: ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt, version: "1"}}]}
        """
      When a bare connection to server "docs" is opened
      Then server "docs" has introduced itself to the bare connection as:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "serverInfo": {"name": "docs", "title": "tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt… (201 bytes, 200 shown)", "version": "1"}}
        """
