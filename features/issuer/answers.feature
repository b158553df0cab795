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

  @AS-05 @MUST
  Rule: A user is sent only to a redirect URI that was registered
    Spec: 2026-07-28 basic/authorization/security-considerations, Open Redirection
    Fix: compare redirect URIs as strings; only the port of a loopback address is left open (RFC 8252)

    Scenario Outline: <difference>
      Given a client with the redirect URI "https://client.example/callback"
      When a user comes with the parameter "redirect_uri" as "<uri>"
      Then the user is sent nowhere

      Examples:
        | difference       | uri                                          |
        | a trailing slash | https://client.example/callback/             |
        | another port     | https://client.example:8443/callback         |
        | another path     | https://client.example/other                 |
        | a longer path    | https://client.example/callback/more         |
        | another host     | https://client.example.evil.example/callback |
        | another scheme   | http://client.example/callback               |
        | a query          | https://client.example/callback?a=b          |

    Scenario Outline: of a loopback address, <difference>
      Given a client
      When a user comes with the parameter "redirect_uri" as "<uri>"
      Then the user is sent nowhere

      Examples:
        | difference       | uri                              |
        | a trailing slash | http://127.0.0.1:33418/callback/ |
        | another path     | http://127.0.0.1:33418/other     |
        | another host     | http://evil.example/callback     |

  @AS-11 @MUST
  Rule: No user is sent to another machine without TLS
    Spec: 2026-07-28 basic/authorization/security-considerations, Communication Security
    Fix: register no redirect URI of the scheme http but those of loopback addresses

    Example: a redirect URI without TLS
      When a client registers with the redirect URI "http://client.example/callback", and a user comes
      Then the user is sent nowhere
