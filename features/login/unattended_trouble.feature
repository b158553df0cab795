@omp @virtual
Feature: Why a program could not log in by itself is told in full
  There is no user who would see a page. What is written down is all that an operator has
  to find out which of keys, endpoints and providers is to blame.

  @OAC-42
  Rule: What an identity provider answers must be a grant for the authorization server

    Scenario Outline: <what>
      Given an authorization server "company" with this script:
        """yaml
        authorization: {identities: [ann-of-company], clients: [{id: desk, secret: s, method: client_secret_post}]}
        """
      And server "company" follows these rules:
        """yaml
        - {when: {endpoint: token}, do: [<answer>], mayNotHappen: true}
        """
      And an authorization server "login" with this script:
        """yaml
        authorization: {provider: company, clients: [{id: app, secret: app-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: "read write"}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "app", "clientSecret": "app-secret",
         "identityProvider": {"tokenUrl": "<url>", "clientId": "desk", "clientSecret": "s", "idToken": "ann-of-company"}}
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "login: token exchange of <shown>: <why>"
      And the authorization server "company" was asked <times> for "token"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | what                  | url                        | answer                       | shown                      | times   | why                                                                                                 |
        | no URL                |                            | headers: {A: b}              | (no URL)                   | 0 times | identityProvider.tokenUrl is no https URL                                                           |
        | no host               | /token                     | headers: {A: b}              | (no URL)                   | 0 times | identityProvider.tokenUrl is no https URL                                                           |
        | no TLS                | http://company.example/t   | headers: {A: b}              | http://company.example/t   | 0 times | identityProvider.tokenUrl is no https URL                                                           |
        | another scheme        | ftp://company.test/token   | headers: {A: b}              | ftp://company.test/token   | 0 times | identityProvider.tokenUrl is no https URL                                                           |
        | a token of its own    | http://company.test/token  | patch: {issued_token_type: "urn:x"} | http://company.test/token | 1 time | issued_token_type: it is urn:x, not urn:ietf:params:oauth:token-type:id-jag                    |
        | no type of token      | http://company.test/token  | patch: {issued_token_type: null}    | http://company.test/token | 1 time | issued_token_type: it is missing, not urn:ietf:params:oauth:token-type:id-jag                         |
        | no token              | http://company.test/token  | patch: {access_token: null}  | http://company.test/token  | 1 time  | there is no grant: the answer of the token endpoint holds no access token                           |
        | a failure             | http://company.test/token  | status: 503                  | http://company.test/token  | 1 time  | there is no grant: token endpoint answered HTTP 503                                                 |
        | silence               | http://company.test/token  | never                        | http://company.test/token  | 1 time  | there is no grant: timeout after 30s                                                                |

  @OAC-28 @OAC-41 @OAC-42
  Rule: Who logs in without a user asks for the scopes that the server names, all of them

    Example: at the identity provider
      Given an authorization server "company" with this script:
        """yaml
        authorization: {identities: [ann-of-company], clients: [{id: desk}]}
        """
      And an authorization server "login" with this script:
        """yaml
        authorization: {provider: company, clients: [{id: app, secret: app-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: "read write"}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "app", "clientSecret": "app-secret",
         "identityProvider": {"tokenUrl": "http://company.test/token", "clientId": "desk", "idToken": "ann-of-company"}}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "company" for "token" had:
        """
        client: desk
        scope: read write
        """
      And request 1 to the authorization server "login" for "token" had:
        """
        client: app
        scope: read write
        method: client_secret_basic
        """

    Example: a server that names none, which is asked for none
      Given an authorization server "company" with this script:
        """yaml
        authorization: {identities: [ann-of-company], clients: [{id: desk}]}
        """
      And an authorization server "login" with this script:
        """yaml
        authorization: {provider: company, clients: [{id: app, secret: app-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], need: []}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "app", "clientSecret": "app-secret",
         "identityProvider": {"tokenUrl": "http://company.test/token", "clientId": "desk", "idToken": "ann-of-company"}}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "company" for "token" had:
        """
        client: desk
        scope:
        empty:
        """
      And request 1 to the authorization server "login" for "token" had:
        """
        scope:
        empty:
        """

  @OAC-41
  Rule: A key that cannot be used is told before anything is sent

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {methods: [private_key_jwt], clients: [{id: robot, key: "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaE+e4jrOJNiY5tSyskPmpf9vRx9V\n/GWxwrsG+VhIjOq+MFVTqH5xCX8NzAXSVKIbvmiLzMuC0PrYJIWMtQwVoA==\n-----END PUBLIC KEY-----\n"}]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {token_endpoint_auth_signing_alg_values_supported: <algorithms>}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "robot", "privateKey": "<key>"}
        """
      When the runtime starts
      And 1m passes
      Then startup reported <outcome>
      And the authorization server "login" was asked <times> for "token"

      Examples:
        | what                      | algorithms     | key | times | outcome |
        | an older form of keys     | null           | -----BEGIN EC PRIVATE KEY-----\\nMHcCAQEEIBJt/zTbDrJc+ouBpKQYqXYvgXukpJVxpO0WLujyv+UYoAoGCCqGSM49\\nAwEHoUQDQgAEaE+e4jrOJNiY5tSyskPmpf9vRx9V/GWxwrsG+VhIjOq+MFVTqH5x\\nCX8NzAXSVKIbvmiLzMuC0PrYJIWMtQwVoA==\\n-----END EC PRIVATE KEY-----\\n | 1 time | no errors |
        | its algorithm is taken    | [RS256, ES256] | -----BEGIN EC PRIVATE KEY-----\\nMHcCAQEEIBJt/zTbDrJc+ouBpKQYqXYvgXukpJVxpO0WLujyv+UYoAoGCCqGSM49\\nAwEHoUQDQgAEaE+e4jrOJNiY5tSyskPmpf9vRx9V/GWxwrsG+VhIjOq+MFVTqH5x\\nCX8NzAXSVKIbvmiLzMuC0PrYJIWMtQwVoA==\\n-----END EC PRIVATE KEY-----\\n | 1 time | no errors |
        | its algorithm is not taken | [RS256]       | -----BEGIN EC PRIVATE KEY-----\\nMHcCAQEEIBJt/zTbDrJc+ouBpKQYqXYvgXukpJVxpO0WLujyv+UYoAoGCCqGSM49\\nAwEHoUQDQgAEaE+e4jrOJNiY5tSyskPmpf9vRx9V/GWxwrsG+VhIjOq+MFVTqH5x\\nCX8NzAXSVKIbvmiLzMuC0PrYJIWMtQwVoA==\\n-----END EC PRIVATE KEY-----\\n | 0 times | one error, of "docs", with "login: authorization server metadata: token_endpoint_auth_signing_alg_values_supported: ES256, which the key is for, is not among them" |
        | another curve             | null           | -----BEGIN PRIVATE KEY-----\\nMIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDDSdHDWF9nI2mYa7ya\\nbYGr8AMLNGtle46ChUtqiTmBjUx1+uxNY5eZdTqB9RvEI1KhZANiAATt3hTtp3Jh\\nctW/0Oe7ohXw6EfjkuSf1gO52DyQdybTnG0XRa8yqjpUFD9vZWTjSj6GGZ2Cxed6\\n8ESsWPaHl79WDLQOZmBK1Xg9uoM/c+U9bg+SUVI41OlmFlcW4ZU1RhM=\\n-----END PRIVATE KEY-----\\n | 0 times | one error, of "docs", with "login: the private key of the client is neither an EC key of prime256v1 nor an RSA key, in PEM" |
        | no key                    | null           | swordfish | 0 times | one error, of "docs", with "login: the private key of the client is neither an EC key of prime256v1 nor an RSA key, in PEM" |
        | a key that is cut off     | null           | -----BEGIN PRIVATE KEY-----\\nMIGH\\n-----END PRIVATE KEY-----\\n | 0 times | one error, of "docs", with "login: the private key of the client is neither an EC key of prime256v1 nor an RSA key, in PEM" |
