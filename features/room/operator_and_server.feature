@room @virtual
Feature: An operator and its room server say the same of everything
  What an operator is asked it passes on, what is said to it it passes back, and what its
  settings leave out is nothing to complain of.

  @ROOM-68
  Rule: The health of an operator is told to whoever asks, by whatever name

    Scenario Outline: <header> is <value>
      Given the room server demands the token "tok-1"
      And the room server has started
      When GET "/health" is asked of the operator with the header "<header>" set to "<value>"
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | header        | value          |
        | Authorization | Bearer tok-eve |
        | Authorization | Basic x        |
        | Host          | elsewhere.test |

  @ROOM-19
  Rule: A load without providers means those of the operator's settings, and the room server is the one that they name

    Scenario Outline: the body <body>
      Given server "alpha" over ws
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://localhost:40801/"}, "Mcp": {"Providers": [{"id": "alpha", "url": "ws://alpha.test"}]}}
        """
      And the room server has started
      When POST "/mcp/load" is asked of the operator with:
        """json
        <body>
        """
      Then the answer is 200
      And provider "alpha" is "connected"

      Examples:
        | body              |
        | {}                |
        | {"providers": []} |

    Example: an address that ends with a slash
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: 200, body: '{"providers":[]}'}}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test/"}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      Then the answer is 200
      And server "upstream" received "GET" 1 time

  @ROOM-21
  Rule: Settings of an operator without the section Mcp have no problem

    Example: its room server alone
      Given the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://localhost:40801"}}
        """
      When the room server starts
      Then the settings have these problems:
        """text
        """

  @ROOM-26
  Rule: What the room server says of a question for its status the operator says, too

    Scenario Outline: HTTP <code>
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: <code>, body: '{"error":"no"}'}}]}]
        """
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test"}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      Then the answer is <code> with:
        """json
        {"error":"no"}
        """

      Examples:
        | code |
        | 401  |
        | 503  |

    Example: who sees none of the providers is told of none
      Given server "alpha" over ws
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "owner"}],
         "McpMembers": [{"id": "ann", "tokenEnv": "ANN_TOKEN"}]}
        """
      And the environment variable "ANN_TOKEN" is "tok-ann"
      And the room server demands the token "tok-1"
      And the room server has started
      When GET "/status/mcp" is asked with the token "tok-ann"
      Then the answer is 200 with:
        """json
        {"providers":[]}
        """

  @ROOM-08
  Rule: A provider that is loaded again after an error is connecting, as any other

    Example: it never answers
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And 10s pass
      Then provider "alpha" is "error"
      When provider "alpha" is loaded
      Then provider "alpha" is "connecting"
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> error, error -> connecting"

  @ROOM-03
  Rule: A room server whose providers are all unusable starts, and says so of each

    Example: no id, and no URL
      Given the room server's settings are:
        """json
        {"McpServers": [{"url": "ws://alpha.test"}, {"id": "beta"}]}
        """
      When the room server starts
      And GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """
