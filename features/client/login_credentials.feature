@target @http @login
Feature: A client keeps its credentials where they belong
  URLs are written to logs and histories. A secret that is sent in another way than the
  authorization server expects is refused.

  @OAC-27 @MUST
  Rule: A client authenticates as the authorization server wants it
    Spec: RFC 8414, 2; RFC 7591, 2; RFC 6749, 2.3.1 (id and secret are encoded for Basic)
    Fix: use the method of the registration answer, which is one of token_endpoint_auth_methods_supported; for client_secret_basic encode id and secret as in a form

    Scenario Outline: <method>
      Given the client can log in
      And a login for "<scenario>" at this server:
        """yaml
        authorization: {methods: [<method>]}
        """
      When the client runs for at most 10s
      Then each "token" has the method "<method>"
      And the login does not fail for what it sends

      Examples:
        | method              | scenario                        |
        | none                | auth/token-endpoint-auth-none   |
        | client_secret_basic | auth/token-endpoint-auth-basic  |
        | client_secret_post  | auth/token-endpoint-auth-post   |

    Scenario Outline: <method>, and the token ends
      Given the client can log in
      And a login for "<scenario>" at this server:
        """yaml
        authorization: {methods: [<method>]}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then each "token" has the method "<method>"
      And the login does not fail for what it sends

      Examples:
        | method              | scenario                        |
        | none                | auth/token-endpoint-auth-none   |
        | client_secret_basic | auth/token-endpoint-auth-basic  |
        | client_secret_post  | auth/token-endpoint-auth-post   |

    @SHOULD
    Scenario Outline: a registration where <method> alone is supported
      Fix: register with a token_endpoint_auth_method that is one of token_endpoint_auth_methods_supported
      Given a login for "<scenario>" at this server:
        """yaml
        authorization: {methods: [<method>]}
        """
      When the client runs for at most 10s
      Then no registration has another "token_endpoint_auth_method" than "<method>"

      Examples:
        | method              | scenario                        |
        | none                | auth/token-endpoint-auth-none   |
        | client_secret_basic | auth/token-endpoint-auth-basic  |
        | client_secret_post  | auth/token-endpoint-auth-post   |

    @SHOULD
    Scenario Outline: a client that was registered beforehand, where <method> alone is supported
      Fix: without a method that was agreed on, use one of token_endpoint_auth_methods_supported
      Given the client can log in
      And a login for "auth/pre-registration" at this server:
        """yaml
        authorization: {methods: [<method>], clients: [{id: pre-registered-client, secret: pre-registered-secret}]}
        """
      And the client is told:
        """json
        {"client_id": "pre-registered-client", "client_secret": "pre-registered-secret"}
        """
      When the client runs for at most 10s
      Then each "token" has the method "<method>"

      Examples:
        | method              |
        | client_secret_basic |
        | client_secret_post  |

    @SHOULD
    Scenario Outline: <method> is registered, and others are supported, too
      Given the client can log in
      And a login for "<scenario>" at this server:
        """yaml
        authorization: {methods: [<method>]}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {token_endpoint_auth_methods_supported: [<others>, <method>]}}]
        """
      When the client runs for at most 10s
      Then each "token" has the method "<method>"

      Examples:
        | method              | others                    | scenario                       |
        | client_secret_basic | client_secret_post, none  | auth/token-endpoint-auth-basic |
        | client_secret_post  | client_secret_basic, none | auth/token-endpoint-auth-post  |

    @SHOULD
    Example: an id and a secret with characters that mean something
      Given the client can log in
      And a login for "auth/pre-registration" at this server:
        """yaml
        authorization: {methods: [client_secret_basic], clients: [{id: "mcpsim+client", secret: "50%25 off+more/="}]}
        """
      And the client is told:
        """json
        {"client_id": "mcpsim+client", "client_secret": "50%25 off+more/="}
        """
      When the client runs for at most 10s
      Then the login does not fail for what it sends

  @OAC-02 @MUST
  Rule: A token or a secret is in no URL
    Spec: basic/authorization, Token Requirements; RFC 6749, 2.3.1 (no client_secret in a request URI)
    Fix: send tokens in the header Authorization alone, and the client_secret to the token endpoint alone

    Example: an ordinary login
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then no URL has a token

    Example: a client with a secret
      Given a login for "auth/token-endpoint-auth-post" at this server:
        """yaml
        authorization: {methods: [client_secret_post]}
        """
      When the client runs for at most 10s
      Then no URL has a token
