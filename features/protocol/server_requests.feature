@omp @virtual
Feature: What a server asks is answered
  Servers may ask the client whether it is alive and where it works. Answers are
  installed with every connection, managed or not, so that no server waits for a
  client that forgot to listen.

  @OMP-TP-05 @real
  Rule: A ping of the server is answered with an empty result

    Example: over stdio
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" sends the request "ping"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """

    Example: over the background stream of HTTP
      Given server "docs" over http
      And the runtime has started
      When server "docs" sends the request "ping"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """

    Scenario Outline: with an id of a hundred characters, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789","method":"ping"}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789", "result": {}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: with a number as its id and with parameters, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{}}}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "result": {}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-TP-06 @real
  Rule: A roots/list of the server is answered with the project's directory

    Scenario Outline: one root, a file URL with the directory's name, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" sends the request "roots/list"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: whatever its params are
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" sends:
        """
        {"jsonrpc":"2.0","id":7,"method":"roots/list","params":{"_meta":{"progressToken":1}}}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

  @OMP-TP-04 @real
  Rule: A connection outside any manager answers requests of the server as well

    Scenario Outline: a ping, the roots, and something nobody knows, over <kind>
      Given server "docs" over <kind>
      When a bare connection to server "docs" is opened
      And server "docs" sends the request "ping"
      And server "docs" sends the request "roots/list"
      And server "docs" sends the request "sampling/createMessage"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        {"jsonrpc": "2.0", "id": "s-2", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        {"jsonrpc": "2.0", "id": "s-3", "error": {"code": -32601, "message": "Unsupported server request: sampling/createMessage"}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |

    Scenario Outline: a name of <size> bytes is told with its beginning, and no character is cut in two
      Given server "docs" over stdio
      When a bare connection to server "docs" is opened
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": 7, "method": "<name>"}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "error": {"code": -32601, "message": "Unsupported server request: <told>"}}
        """

      Examples:
        | size | name | told |
        | 200  | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé |
        | 201  | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (201 bytes, 200 shown) |
        | 201  | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (201 bytes, 199 shown) |
        | 1202 | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa😀bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (1,202 bytes, 198 shown) |
