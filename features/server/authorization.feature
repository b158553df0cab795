@target @http
Feature: A server judges the token of every request
  A token that counts where it should not is a door that stands open.
  These checks are for servers that were reached with an Authorization header.

  @AUTH-01 @MUST
  Rule: A request without a valid token is answered with 401
    Spec: 2025-11-25 basic/authorization, Token Handling
    Fix: answer with 401 if the token is absent, unknown or expired

    Scenario Outline: <token>
      Given a fresh connection
      And the server wants a token
      And the header "Authorization" is "<value>"
      When initialize is sent
      Then the status is 401

      Examples:
        | token   | value                                                                                                      |
        | garbage | Bearer mcpsim-no-such-token                                                                                |
        | expired | Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJtY3BzaW0iLCJleHAiOjk0NjY4NDgwMH0.bWNwc2ltLW5vLWtleQ |

    Scenario Outline: the valid token <change>
      Given a fresh connection
      And the server wants a token
      And the token is changed: <change>
      When initialize is sent
      Then the status is 401

      Examples:
        | change                       |
        | without its last character   |
        | with one more character      |

    Example: no token
      Given a fresh connection
      And the server wants a token
      And the header "Authorization" is left out
      When initialize is sent
      Then the status is 401

    Example: no token, in a session
      Given a fresh session
      And the server wants a token
      And the header "Authorization" is left out
      When the request "ping" is sent
      Then the status is 401

    Scenario Outline: <verb> without a token, in a session
      Given a fresh session
      And the server wants a token
      And the header "Authorization" is left out
      When <verb> is sent
      Then the status is 4xx or 501

      Examples:
        | verb   |
        | GET    |
        | DELETE |

  @AUTH-04 @MUST
  Rule: A token in the query is not accepted
    Spec: 2025-11-25 basic/authorization, Token Requirements
    Fix: read tokens from the Authorization header alone

    Scenario Outline: the valid token in the URL, as <parameter>
      Given a fresh connection
      And the server wants a token
      When initialize is sent with the token as the query's <parameter>
      Then initialize does not succeed

      Examples:
        | parameter     |
        | access_token  |
        | token         |
        | authorization |
        | api_key       |

  @AUTH-09 @MUST
  Rule: A token for another server is refused
    Spec: 2025-11-25 basic/authorization, Token Handling
    Fix: accept only tokens whose audience is the URL of the server

    Example: a token that was given for another server
      Given a fresh connection
      And the server wants a token
      And the token is one for another server
      When initialize is sent
      Then the status is 401 or 403

  @AUTH-07 @MAY
  Rule: A GET that is never served is refused with 405 also without a token
    Spec: robustness; clients take 401 for a reason to log in again
    Fix: look at the verb before the token

    Example: listening where there is no stream
      Given a session
      And the server wants a token
      And GET is answered with 405
      And the header "Authorization" is left out
      When GET is sent
      Then the status is 405
