@omp @virtual
Feature: A client is registered where it is known, and registers itself where it is not
  An issuer is its text, to the last character. A server that takes documents takes
  registrations as well, from a client that has no document. What it registers for does not
  depend on what the server says of scopes.

  @OAC-17
  Rule: A client that was registered by hand at one issuer is not used at one whose text differs

    Scenario Outline: <issuer>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {clients: [{id: job, secret: job-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "job", "issuer": "<issuer>", "grant": "client_credentials", "clientSecret": "job-secret"}
        """
      When the runtime starts
      And 1m passes
      Then startup reported <outcome>
      And the authorization server "login" was asked <times> for "token"

      Examples:
        | issuer             | outcome   | times   |
        | http://login.test  | no errors | 1 time  |
        | http://login.test/ | one error, of "docs", with "authorization_servers: it is http://login.test now, and the client was registered by hand at http://login.test/" | 0 times |
        | http://LOGIN.test  | one error, of "docs", with "authorization_servers: it is http://login.test now, and the client was registered by hand at http://LOGIN.test" | 0 times |

  @OAC-13
  Rule: A client without a document registers itself, also where documents are taken

    Example: it logs in
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        authorization: {documents: true}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked 1 time for "register"

  @OAC-34
  Rule: A registration lists refresh_token whatever scopes the authorization server knows

    Scenario Outline: it knows <scopes>
      Given the user approves logins
      And an authorization server "other" with this script:
        """yaml
        authorization: {scopes: <scopes>}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "other" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["http://127.0.0.1:33418/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none","application_type":"native"}
        """

      Examples:
        | scopes                 |
        | [read, write]          |
        | [read, offline_access] |
