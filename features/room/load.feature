@room
Feature: A load command says which providers to connect
  A command names providers with their URLs, whether or not they were configured.
  It is answered as soon as it is understood: what became of it is in the status.

  @ROOM-24 @ROOM-28 @virtual @real
  Rule: A load command to the operator makes the room server connect the providers, and says how many

    Example: two providers that the room server did not know
      Given servers "alpha, beta" over ws
      And the room server has started
      When POST "/mcp/load" is asked of the operator with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "room"},
                       {"id": "beta", "url": "ws://beta.test", "visibility": "room"}]}
        """
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loaded","count":2}
        """
      And providers "alpha, beta" are "connected"
      And server "alpha" received "initialize" 1 time
      And server "beta" received "initialize" 1 time

    Example: three of the operator's own, when the command names none and the first is connected already
      Given servers "alpha, beta, gamma" over ws
      And the operator's settings are:
        """json
        {"Mcp": {"Providers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "beta", "url": "ws://beta.test"}, {"id": "gamma", "url": "ws://gamma.test"}]}}
        """
      And the room server has started
      When provider "alpha" is loaded
      And POST "/mcp/load" is asked of the operator
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loaded","count":3}
        """
      And providers "alpha, beta, gamma" are "connected"

  @ROOM-25 @ROOM-28 @virtual @real
  Rule: The same command can be given to the room server directly

    Scenario Outline: <n> providers
      Given servers "alpha, beta, gamma" over ws
      And the room server has started
      When providers "<names>" are loaded
      Then the answer is 200 with:
        """json
        {"message":"MCP providers loading initiated","count":<n>}
        """
      And providers "<names>" are "connected"

      Examples:
        | n | names              |
        | 1 | alpha              |
        | 3 | alpha, beta, gamma |

  @ROOM-27 @virtual
  Rule: Each provider of a command needs an id and a URL, and may have a visibility

    Scenario Outline: <case>
      Given server "alpha" over ws
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        <body>
        """
      Then the answer is <code> with a text that contains "<text>"

      Examples:
        | case               | body                                                                               | code | text                                        |
        | all three          | {"providers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "room"}]}   | 200  | "count":1                                   |
        | no visibility      | {"providers": [{"id": "alpha", "url": "ws://alpha.test"}]}                         | 200  | "count":1                                   |
        | for the team       | {"providers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "team"}]}   | 200  | "count":1                                   |
        | for the owner      | {"providers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "owner"}]}  | 200  | "count":1                                   |
        | one id twice       | {"providers": [{"id": "alpha", "url": "ws://x.test"}, {"id": "alpha", "url": "ws://alpha.test"}]} | 200  | "count":2                    |
        | a member of others | {"providers": [{"id": "alpha", "url": "ws://alpha.test", "colour": "red"}]}        | 200  | "count":1                                   |
        | no id              | {"providers": [{"url": "ws://alpha.test"}]}                                        | 400  | provider 1: id is missing                   |
        | no URL             | {"providers": [{"id": "alpha"}]}                                                   | 400  | provider 1: url is missing                  |
        | a number as id     | {"providers": [{"id": 7, "url": "ws://alpha.test"}]}                               | 400  | id cannot be of type number |
        | no providers       | {"providers": []}                                                                  | 400  | {"error":"No providers specified"}          |
        | nothing            | {}                                                                                 | 400  | {"error":"No providers specified"}          |
        | no JSON            | {"providers": [                                                                    | 400  | the body is not JSON                        |

  @ROOM-27 @ROOM-28 @virtual @real
  Rule: Of one id that a command names twice, the last one counts

    Scenario Outline: two URLs, given to the <role>
      Given servers "alpha, beta" over ws
      And the room server has started
      When <request> with:
        """json
        {"providers": [{"id": "one", "url": "ws://alpha.test"}, {"id": "one", "url": "ws://beta.test"}]}
        """
      Then the answer is 200 with a text that contains ""count":2}"
      And provider "one" is "connected"
      And server "alpha" received nothing
      And server "beta" received "initialize" 1 time

      Examples:
        | role        | request                                   |
        | room server | POST "/admin/mcp/load" is asked           |
        | operator    | POST "/mcp/load" is asked of the operator |

  @ROOM-29 @virtual
  Rule: A load command is answered before any connection has settled

    Example: a provider that never answers
      Given server "alpha" over ws
      And the link to "alpha" has blackhole
      And the room server has started
      When provider "alpha" is loaded
      Then the answer is 200
      And the answer came at 0s
      And provider "alpha" is "connecting"
      When 9s pass
      Then provider "alpha" is "connecting"

  @ROOM-35 @virtual @real
  Rule: A provider that only the operator knows appears with the command, not before

    Example: before and after
      Given server "alpha" over ws
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://localhost:40801"},
         "Mcp": {"Providers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "room"}]}}
        """
      And the room server has started
      When 1h passes
      And GET "/status/mcp" is asked
      Then the answer is 200 with:
        """json
        {"providers":[]}
        """
      When POST "/mcp/load" is asked of the operator
      Then provider "alpha" is "connected"

  @X-ROOM-03 @virtual
  Rule: A command without end is refused

    Example: a mebibyte is enough
      Given the room server has started
      When POST "/admin/mcp/load" is asked with 1048577 bytes
      Then the answer is 413
      When POST "/admin/mcp/load" is asked with 1048576 bytes
      Then the answer is 400
