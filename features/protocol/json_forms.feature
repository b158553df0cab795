@omp @virtual
Feature: Messages count however they are written, and are written as JSON alone
  The same message can be written in many ways, alone or in a batch, and all of them
  count. What the client itself writes is JSON, or it is not sent.

  @OMP-TP-17
  Rule: A notification is delivered with its method and parameters, however its JSON is written

    Scenario Outline: <what>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """text
        <line>
        """
      Then notification 1 of the transport is:
        """json
        <message>
        """

      Examples:
        | what                       | line                                                                     | message                                           |
        | members in another order   | {"params":{"n":1},"method":"a","jsonrpc":"2.0"}                          | {"method":"a","params":{"n":1}}                   |
        | spaces                     | { "jsonrpc" : "2.0" ,  "method" :"a" , "params" : { "n" : [ 1 , 2 ] } }  | {"method":"a","params":{"n":[1,2]}}               |
        | members that mean nothing  | {"jsonrpc":"2.0","method":"a","x":[{"id":7},null],"params":{}}           | {"method":"a","params":{}}                        |
        | numbers of all forms       | {"jsonrpc":"2.0","method":"a","params":[0,-0,10,1.25,-2e3,2E+2,1.5e-3]}  | {"method":"a","params":[0,-0,10,1.25,-2000,200,0.0015]} |
        | words                      | {"jsonrpc":"2.0","method":"a","params":[true,false,null]}                | {"method":"a","params":[true,false,null]}         |
        | an escaped method          | {"jsonrpc":"2.0","method":"\\u0061\\/b","params":{}}                     | {"method":"a/b","params":{}}                      |
        | what only looks like a half | {"jsonrpc":"2.0","method":"\\uD83Dxude00\\uD83D\\nde00","params":{}} | {"method":"\\ufffdxude00\\ufffd\\nde00","params":{}} |
        | every escape in a method   | {"jsonrpc":"2.0","method":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\\uDFFF\\uD83Dx\\uD83D\\u0041","params":{}} | {"method":"\\"\\\\/\\b\\f\\n\\r\\té😀\\ufffd\\ufffdx\\ufffdA","params":{}} |
        | every digit in a method    | {"jsonrpc":"2.0","method":"\\u0123\\u4567\\u89aB\\uCDEF\\uabcd\\uefF0","params":{}} | {"method":"\\u0123\\u4567\\u89ab\\ucdef\\uabcd\\ueff0","params":{}} |
        | an escaped member          | {"jsonrpc":"2.0","meth\\u006fd":"a","params":{}}                         | {"method":"a","params":{}}                        |
        | every escape               | {"jsonrpc":"2.0","method":"a","params":["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00"]} | {"method":"a","params":["\\"\\\\/\\b\\f\\n\\r\\té😀"]} |
        | every hexadecimal digit    | {"jsonrpc":"2.0","method":"a","params":["\\u0099\\uaf09\\uAF90"]}           | {"method":"a","params":["\\u0099\\uaf09\\uAF90"]} |
        | an escape far in a text    | {"jsonrpc":"2.0","method":"a","params":["1234567890\\"12\\\\345678901234567"]}  | {"method":"a","params":["1234567890\\"12\\\\345678901234567"]} |
        | a delete                   | {"jsonrpc":"2.0","method":"a","params":["~!"]}                         | {"method":"a","params":["~!"]}                  |
        | an exponent of a fraction  | {"jsonrpc":"2.0","method":"a","params":[-0.5E-1,1E1,19.09e+0]}           | {"method":"a","params":[-0.05,10,19.09]}          |
        | a name twice               | {"jsonrpc":"2.0","method":"b","method":"a","params":{}}                  | {"method":"a","params":{}}                        |
        | letters beyond ASCII       | {"jsonrpc":"2.0","method":"größe","params":["日本"]}                      | {"method":"größe","params":["日本"]}               |
        | nothing in it              | {"jsonrpc":"2.0","method":"a","params":{"o":{},"l":[],"s":""}}           | {"method":"a","params":{"o":{},"l":[],"s":""}}    |

  @OMP-TP-54
  Rule: What is no message in a batch costs its own place only

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When server "docs" sends:
        """jsonl
        [{"jsonrpc":"2.0","method":"a"}, 7, [{"jsonrpc":"2.0","method":"c"}], {"jsonrpc":"2.0","id":1,"method":"ping"}, {"jsonrpc":"2.0","id":"x","result":{}}, {"jsonrpc":"2.0","method":"b"}]
        """
      Then the transport reported:
        """text
        notification a
        dropped not a message
        dropped not a message
        request ping
        dropped unknown id
        notification b
        """
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {"answered": "ping"}}
        """

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-TP-14
  Rule: Parameters that are no JSON are never sent, and the error says so

    Scenario Outline: over <kind>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false<more>}
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with:
        """text
        {"name":
        """
      And the notification "notifications/progress" is sent with:
        """text
        {"name":
        """
      And the request "ping" is sent
      Then requests 1 to 2 fail with "writing a value: json: error calling MarshalJSON for type json.RawMessage: unexpected end of JSON input"
      And request 3 succeeds
      And server "docs" received "tools/call" 0 times
      And server "docs" received "notifications/progress" 0 times

      Examples:
        | kind  | more         |
        | stdio |              |
        | http  |              |
        | sse   | , legacy: {} |
        | ws    |              |

  @OMP-TP-14
  Rule: An answer to the server is a line of its own

    Example: before a request and alone
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" sends the request "ping"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """
      When tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 1 time
