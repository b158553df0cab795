@omp @virtual
Feature: A value that is nearly the one before is another one, and the first of many counts
  Session ids are compared by programs that were written with ids of their own in mind.

  @OMP-TP-69
  Rule: A newer session id takes the place of the older one, also in another case and in a stream

    Scenario Outline: <older>, then <newer>, <as>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping, nth: 1}, do: [{headers: {Mcp-Session-Id: <older>}}]}
          - {when: {method: ping, nth: 2}, do: [{as: <as>}, {headers: {Mcp-Session-Id: <newer>}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And the request "ping" is sent
      Then "ping" number 3 to server "docs" has the header "Mcp-Session-Id" set to "<newer>"

      Examples:
        | older | newer | as   |
        | aBc   | AbC   | json |
        | s1    | s1-2  | json |
        | s1    | s2    | sse  |

  @OMP-TP-105
  Rule: The first data line with JSON is the answer of a simple call, whatever it is and however many follow

    Scenario Outline: <body>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{status: {code: 200, headers: {Content-Type: text/event-stream}, body: "<body>"}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 returned:
        """
        <envelope>
        """

      Examples:
        | body                                                                | envelope |
        | data: [1]\\n\\ndata: [2]\\n\\ndata: [3]\\n\\ndata: [4]\\n\\n        | [1]      |
        | data: 7\\n\\ndata: {}\\n\\n                                         | 7        |
        | data: true\\n\\ndata: {}\\n\\n                                      | true     |
