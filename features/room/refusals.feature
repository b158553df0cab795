@room
Feature: A request that cannot be obeyed is answered with what is wrong
  Who writes a client reads these answers: each names what is missing or too much,
  in the same words on both roles, and nothing was connected meanwhile.

  @ROOM-27 @X-ROOM-16 @virtual
  Rule: A load command that cannot be read is refused by both roles alike

    Scenario Outline: <case>, to the <role>
      Given the room server has started
      When <request> with:
        """json
        <body>
        """
      Then the answer is 400 with:
        """json
        {"error":"<error>"}
        """
      And the answer has the header "Content-Type" set to "application/json"
      And the answer has the header "X-Content-Type-Options" set to "nosniff"
      And the answer has the header "Cache-Control" set to "no-store"

      Examples:
        | case                 | role        | request                                   | body                                            | error                                           |
        | a list               | room server | POST "/admin/mcp/load" is asked           | []                                              | the body cannot be of type array: want an object |
        | a list               | operator    | POST "/mcp/load" is asked of the operator | []                                              | the body cannot be of type array: want an object |
        | providers are none   | room server | POST "/admin/mcp/load" is asked           | {"providers": {}}                               | providers cannot be of type object              |
        | a provider is none   | operator    | POST "/mcp/load" is asked of the operator | {"providers": [{"id": "a", "url": "ws://a.test"}, {"id": "b"}]} | provider 2: url is missing      |
        | no providers         | operator    | POST "/mcp/load" is asked of the operator | {}                                              | No providers specified                          |
        | blank                | room server | POST "/admin/mcp/load" is asked           |                                                 | No providers specified                          |
        | a line break in an id | room server | POST "/admin/mcp/load" is asked          | {"providers": [{"id": "a\u000ab", "url": "ws://a.test"}]} | provider 1: id has control characters |
        | it ends too early    | room server | POST "/admin/mcp/load" is asked           | {"providers": [                                 | the body is not JSON: unexpected end of JSON input |
        | no JSON              | room server | POST "/admin/mcp/load" is asked           | providers                                       | the body is not JSON: invalid character 'p' looking for beginning of value |

    Scenario Outline: <n> providers with ids of <bytes> bytes
      Given the room server has started
      When POST "/admin/mcp/load" is asked with <n> providers whose ids have <bytes> bytes
      Then the answer is <code> with:
        """json
        <answer>
        """

      Examples:
        | n    | bytes | code | answer                                              |
        | 1001 | 4     | 400  | {"error":"1001 providers are more than 1000"}       |
        | 1    | 200   | 200  | {"message":"MCP providers loading initiated","count":1} |
        | 1    | 201   | 400  | {"error":"provider 1: id is longer than 200 bytes"} |

    Example: a thousand entries are not too many
      Given the room server has started
      When POST "/admin/mcp/load" is asked with 1000 entries for one provider
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loading initiated","count":1000}
        """

  @X-ROOM-03 @X-ROOM-17 @virtual
  Rule: A body that is too long or does not come is refused on every route that takes one

    Scenario Outline: <request>
      Given the room server has started
      When <request> with 1048577 bytes
      Then the answer is 413 with:
        """json
        {"error":"the body is longer than 1048576 bytes"}
        """
      When <request> with a body that stops
      And 9900ms pass
      And 200ms pass
      Then the answer is 400 with:
        """json
        {"error":"the body cannot be read"}
        """
      And the answer came at 10s

      Examples:
        | request                                   |
        | POST "/admin/mcp/load" is asked           |
        | POST "/tools/call" is asked               |
        | POST "/mcp/load" is asked of the operator |

  @X-ROOM-18 @virtual
  Rule: A call that cannot be read is refused, and nothing is called

    Scenario Outline: <body>
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And POST "/tools/call" is asked with:
        """json
        <body>
        """
      Then the answer is <code> with:
        """json
        {"error":"<error>"}
        """
      And server "alpha" received "tools/call" 0 times

      Examples:
        | body                   | code | error                                            |
        | {}                     | 400  | name is missing                                  |
        | {"name": ""}           | 400  | name is missing                                  |
        | {"name": 7}            | 400  | name cannot be of type number                    |
        | "alpha:echo"           | 400  | the body cannot be of type string: want an object |
        | {"name": "echo"}       | 404  | no tool named \"echo\"                           |
        | {"name": "alpha"}      | 404  | no tool named \"alpha\"                          |

    Scenario Outline: <method> <path>
      Given the room server has started
      When <method> "<path>" is asked
      Then the answer is <code> with:
        """json
        {"error":"<error>"}
        """

      Examples:
        | method | path            | code | error                                |
        | GET    | /tools/call     | 405  | /tools/call takes POST               |
        | POST   | /tools          | 405  | /tools takes GET                     |
        | GET    | /tools/alpha    | 404  | there is nothing at /tools/alpha     |
        | DELETE | /admin/mcp/load | 405  | /admin/mcp/load takes POST           |

  @X-ROOM-01 @virtual
  Rule: A web page from elsewhere can neither list nor call tools

    Scenario Outline: <method> <path> with <header>
      Given the room server has started
      When <method> "<path>" is asked with the header "<header>" set to "<value>"
      Then the answer is 403 with:
        """json
        {"error":"<error>"}
        """

      Examples:
        | method | path              | header         | value                  | error                                |
        | GET    | /tools            | Origin         | https://elsewhere.test | a page from elsewhere may not do this |
        | POST   | /tools/call       | Sec-Fetch-Site | cross-site             | a page from elsewhere may not do this |
        | GET    | /admin/mcp/status | Origin         | http://localhost:3000  | a page from elsewhere may not do this |
        | GET    | /tools            | Host           | elsewhere.test:40801   | this server is not known by that name |
        | GET    | /tools            | Host           | ~localhost             | this server is not known by that name |
        | GET    | /tools            | Host           | 10.0.0.1               | this server is not known by that name |
