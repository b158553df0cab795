@target
Feature: An authorization server answers in its own name
  A client with several authorization servers must know which of them has answered, or one
  of them gets the codes of another.

  @AS-03 @SHOULD
  Rule: Answers name the issuer, errors too
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation; RFC 9207
    Fix: add iss to every redirect to a client, with the issuer of the metadata

    Example: a correct request
      Given a client
      When a user comes with a correct request
      Then the answer names the issuer

    Scenario Outline: a request with the <parameter> "<value>"
      Given a client
      When a user comes with the parameter "<parameter>" as "<value>"
      Then the answer names the issuer

      Examples:
        | parameter             | value  |
        | response_type         | mcpsim |
        | code_challenge_method | mcpsim |

  @AS-13 @MUST
  Rule: Answers have the state of their request
    Spec: 2026-07-28 basic/authorization/security-considerations, Open Redirection; OAuth 2.1, 4.1.2
    Fix: add state to every redirect to a client, as the request has it

    Example: a correct request
      Given a client
      When a user comes with a correct request
      Then the answer has the state of the request

    Example: an error
      Given a client
      When a user comes with the parameter "response_type" as "mcpsim"
      Then the answer has the state of the request

    Example: a state of other characters
      Fix: decode state once, and encode it again when you send it back

      Given a client
      When a user comes with the parameter "state" as "a+b/c==&d%2Be f"
      Then the answer has the state of the request

  @AS-17 @MUST
  Rule: A parameter that need not be known changes nothing
    Spec: 2026-07-28 basic/authorization, Resource Parameter Implementation; OAuth 2.1, 3.1 and 3.2
    Fix: ignore parameters that you do not know: clients send resource to all authorization servers

    Scenario Outline: an authorization request with <parameter>
      Given a client
      When a user comes with the parameter "<parameter>" as "<value>"
      Then the request is served as without it

      Examples:
        | parameter | value                          |
        | resource  | https://mcp.client.example/mcp |
        | mcpsim    | mcpsim                         |

    Scenario Outline: a token request <how>
      Given a client
      When a code is redeemed <how>
      Then the parameter is no hindrance

      Examples:
        | how                         |
        | with a resource             |
        | with a parameter of its own |

    Scenario Outline: a renewal <how>
      Given a client
      When a login is renewed <how>
      Then the login is renewed as without it

      Examples:
        | how                         |
        | with a resource             |
        | with a parameter of its own |

    Scenario Outline: a registration <how>
      When a client registers <how>
      Then the client is registered as with all that a server knows

      Examples:
        | how                         |
        | with a member of its own    |
        | without an application type |

  @AS-04 @MUST
  Rule: That answers name the issuer is announced
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation; RFC 9207
    Fix: set authorization_response_iss_parameter_supported in the metadata

    Example: a correct request
      Given a client
      When a user comes with a correct request
      Then an answer that names the issuer was announced

    Example: an error
      Given a client
      When a user comes with the parameter "response_type" as "mcpsim"
      Then an answer that names the issuer was announced
