@target @modern @http
Feature: A modern server judges the token of every request by itself
  There is no session that could vouch for a request. What a client without a good token
  is told decides whether its user can log in, or is shown an error that helps no one.
  These checks are for servers that were reached with a token.

  @M-AUTH-01 @MUST
  Rule: A request without a valid token is answered with 401
    Spec: 2026-07-28 basic/authorization, Token Handling
    Fix: answer with 401 if the token is absent, unknown or expired, whatever is asked for

    Scenario Outline: <token>
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is "<value>"
      When the request "server/discover" is sent
      Then the status is 401

      Examples:
        | token   | value                                                                                                      |
        | garbage | Bearer mcpsim-no-such-token                                                                                |
        | a password | Basic bWNwc2ltOm1jcHNpbQ== |
        | expired | Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJtY3BzaW0iLCJleHAiOjk0NjY4NDgwMH0.bWNwc2ltLW5vLWtleQ |

    Scenario Outline: the valid token <change>
      Given a connection of its own
      And the server wants a token
      And the token is changed: <change>
      When the request "server/discover" is sent
      Then the status is 401

      Examples:
        | change                     |
        | without its last character |
        | with one more character    |
        | in other case              |
        | left empty                 |

    Scenario Outline: <method> without a token
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is left out
      When the request "<method>" is the first one on a network connection
      Then the status is 401

      Examples:
        | method                   |
        | server/discover          |
        | tools/list               |
        | resources/list           |
        | resources/templates/list |
        | prompts/list             |
        | tools/call               |
        | prompts/get              |
        | resources/read           |
        | completion/complete      |
        | subscriptions/listen     |

    Example: a notification without a token
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is left out
      When the notification "notifications/x-mcpsim" is sent
      Then the status is 4xx

  @M-AUTH-08 @MUST
  Rule: A token counts for its own request alone
    Spec: 2026-07-28 basic/authorization, Token Requirements
    Fix: look at the Authorization header of each request; remember nothing of the network connection

    Scenario Outline: <method> without a token behind one with it
      Given a connection of its own
      And the server wants a token
      When the request "server/discover" is sent
      And the header "Authorization" is left out from now on
      And the request "<method>" is sent
      Then the status is 401

      Examples:
        | method               |
        | server/discover      |
        | tools/list           |
        | tools/call           |
        | resources/read       |
        | subscriptions/listen |

    Example: a request with a wrong token behind one with a good one
      Given a connection of its own
      And the server wants a token
      When the request "server/discover" is sent
      And the header "Authorization" is "Bearer mcpsim-no-such-token" from now on
      And the request "server/discover" is sent
      Then the status is 401

  @M-AUTH-09 @MUST
  Rule: A token for another server is refused
    Spec: 2026-07-28 basic/authorization, Token Handling
    Fix: accept only tokens whose audience is the URL of the server

    Scenario Outline: <method> with a token that was given for another server
      Given a connection of its own
      And the server wants a token
      And the token is one for another server
      When the request "<method>" is the first one on a network connection
      Then the status is 401 or 403

      Examples:
        | method               |
        | server/discover      |
        | tools/list           |
        | tools/call           |
        | prompts/get          |
        | resources/read       |
        | subscriptions/listen |

  @M-AUTH-04 @MUST
  Rule: A token in the query is not accepted
    Spec: 2026-07-28 basic/authorization, Token Requirements
    Fix: read tokens from the Authorization header alone

    Scenario Outline: the valid token in the URL, as <parameter>
      Given a connection of its own
      And the server wants a token
      When server/discover is sent with the token as the query's <parameter>
      Then server/discover does not succeed

      Examples:
        | parameter     |
        | access_token  |
        | token         |
        | api_key       |
        | authorization |

    Scenario Outline: <how>
      Given a connection of its own
      And the server wants a token
      When <how>
      Then the request does not succeed

      Examples:
        | how                                                                                                   |
        | tools/list is sent with the token as the query's access_token                                         |
        | tools/call is sent with the token as the query's access_token                                         |
        | subscriptions/listen is sent with the token as the query's access_token                               |
        | server/discover is sent with the token as the query's access_token, and another one in the header |

    Example: what the metadata offers
      Fix: leave query out of bearer_methods_supported

      Given a connection of its own
      And the server wants a token
      When the protected resource metadata is fetched
      Then it offers no token in the query

  @M-AUTH-12 @MAY
  Rule: A refusal for want of a token is a challenge, also of server/discover
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Backward Compatibility
    Fix: answer with 401, or 403, and WWW-Authenticate, before anything else is judged

    Example: finding out what the server speaks, without a token
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is left out
      When the request "server/discover" is sent
      Then there is a challenge

    Example: a wrong token
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is "Bearer mcpsim-no-such-token"
      When the request "server/discover" is sent
      Then a 401 is a challenge
      And its challenge calls the token invalid

    Example: GET without a token
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is left out
      When GET is sent
      Then a 401 is a challenge
