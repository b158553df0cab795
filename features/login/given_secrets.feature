@omp @virtual
Feature: A secret that was given reaches the token endpoint as it is
  Secrets are made by machines and hold whatever characters there are. In a header they
  are encoded twice, and where a server says nothing of its methods the header it is.

  @OAC-27
  Rule: A client that was given is known at the token endpoint, whatever its id and secret are made of, and without one

    Scenario Outline: <id>, methods <listed>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {<methods>clients: [{id: "<id>", secret: "<secret>", method: <used>}]}
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {token_endpoint_auth_methods_supported: <listed>}}]}
        """
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "<id>", "clientSecret": "<secret>"}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "token" had:
        """
        client: <id>
        method: <used>
        error:
        """

      Examples:
        | id    | secret | methods                         | listed                | used                |
        | a:b   | s%3Ac+ | methods: [client_secret_basic],  | [client_secret_basic] | client_secret_basic |
        | a:b   | s%3Ac+ | methods: [client_secret_post],   | [client_secret_post]  | client_secret_post  |
        | plain | s-3    |                                 | null                  | client_secret_basic |
        | plain | s-3    |                                 | [client_secret_post, client_secret_basic] | client_secret_basic |
        | open  |        |                                 | null                  | none                |
        | open  |        |                                 | [client_secret_basic] | none                |
