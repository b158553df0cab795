@omp @virtual
Feature: Who logs in
  An authorization server knows its clients. One that a person has registered there goes
  first; then a document that describes the client; then a registration on the spot. What
  one authorization server has given out is no business of another one.

  Background:
    Given the user approves logins

  @OAC-11
  Rule: A client registered by hand goes before a metadata document, and that before a registration

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {documents: <documents>, clients: [{id: by-hand, secret: by-hand-secret}]}
        """
      And the client's metadata document is at "https://app.test/client.json"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        <oauth>
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked <registered> times for "register"
      And request 1 to the authorization server "login" for "token" had:
        """
        client: <client>
        """

      Examples:
        | what                       | documents | oauth                                                      | client                       | registered |
        | by hand                    | true      | {"clientId": "by-hand", "clientSecret": "by-hand-secret"}  | by-hand                      | 0          |
        | a document                 | true      | {}                                                         | https://app.test/client.json | 0          |
        | documents are not taken    | false     | {}                                                         | login-client-1               | 1          |

  @OAC-12
  Rule: The URL of a metadata document is https and has a path

    Scenario Outline: <url>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {documents: true}
        """
      And the client's metadata document is at "<url>"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: client metadata document: client_id: <shown> cannot be one: want an https URL with a path, without user and fragment"
      And the authorization server "login" was asked 0 times for "register"
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | url                           | shown                        |
        | http://app.test/client.json   | http://app.test/client.json  |
        | https://app.test              | https://app.test             |
        | https://app.test/             | https://app.test/            |
        | https:///client.json          | (no URL)                     |
        | https://ann@app.test/c        | https://app.test/c           |
        | https://app.test/c#part       | https://app.test/c           |

  @OAC-15
  Rule: A registration that is refused is told with its reason

    Scenario Outline: <what>
      Given an authorization server "login"
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: <endpoint>}, do: [<answer>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "<text>"
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | what                   | endpoint | answer                                                                                         | text                                                                         |
        | a redirect it dislikes | register | status: {code: 400, body: '{"error":"invalid_redirect_uri","error_description":"https only"}'} | client registration of http://login.test/register: error: refused with HTTP 400 Bad Request: invalid_redirect_uri: https only |
        | no client id           | register | patch: {client_id: null}                                                                       | client registration of http://login.test/register: client_id: it is missing  |
        | no registration        | metadata | patch: {registration_endpoint: null}                                                           | registration_endpoint: it is missing, so a client must be registered by hand at http://login.test and its id given |

  @OAC-16 @OAC-17 @OAC-38
  Rule: When a server turns to another authorization server the client registers there anew, and takes nothing along

    Example: the token dies, and the metadata name the second one
      Given an authorization server "first" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And an authorization server "second"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [first, second]}
        tools: [search]
        rules:
          - {when: {endpoint: resource-metadata, after: 1}, do: [{patch: {authorization_servers: ["http://second.test"]}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "first" was asked 0 times for "token refresh_token"
      And the authorization server "second" authorized 1 time
      And the authorization server "second" never saw a client id of "first"

    Example: a client that was registered by hand is not known there
      Given an authorization server "first" with this script:
        """yaml
        authorization: {uses: 4, clients: [{id: by-hand}]}
        """
      And an authorization server "second"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [first, second]}
        tools: [search]
        rules:
          - {when: {endpoint: resource-metadata, after: 1}, do: [{patch: {authorization_servers: ["http://second.test"]}}]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand"}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns an error text with "authorization_servers: it is http://second.test now, and the client was registered by hand at http://first.test"
      And the authorization server "second" was asked 0 times for "authorize"
