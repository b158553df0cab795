@target
Feature: An authorization server sends users to the client that they came from
  Whoever can choose where a user is sent to gets the code of that user.

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
        | capital letters  | https://client.example/CALLBACK              |
        | dots             | https://client.example/callback/../other     |
        | an escape        | https://client.example/callbac%6B            |
        | a fragment       | https://client.example/callback#more         |
        | no path          | https://client.example/                      |
        | a user           | https://evil@client.example/callback         |
        | the default port | https://client.example:443/callback          |
        | an empty query   | https://client.example/callback?             |
        | parameters       | https://client.example/callback;a=b          |

    Scenario Outline: of a loopback address, <difference>
      Given a client
      When a user comes with the parameter "redirect_uri" as "<uri>"
      Then the user is sent nowhere

      Examples:
        | difference       | uri                              |
        | a trailing slash | http://127.0.0.1:33418/callback/ |
        | another path     | http://127.0.0.1:33418/other     |
        | another host     | http://evil.example/callback     |
        | another name     | http://localhost:33418/callback  |
        | another address  | http://127.0.0.2:33418/callback  |
        | IPv6             | http://[::1]:33418/callback      |
        | TLS              | https://127.0.0.1:33418/callback |

    Example: a client that is not known
      Fix: tell the user of a client that is not registered, and send nobody anywhere

      Given a client
      When a user comes with the parameter "client_id" as "mcpsim-unknown"
      Then the user is sent nowhere

    Example: another query
      Given a client with the redirect URI "https://client.example/callback?tenant=a"
      When a user comes with the parameter "redirect_uri" as "https://client.example/callback?tenant=b"
      Then the user is sent nowhere

    Example: the redirect URI of another client
      Given a client with the redirect URI "https://client.example/callback"
      And another client with the redirect URI "https://other.example/callback"
      When a user comes with the parameter "redirect_uri" as "https://other.example/callback"
      Then the user is sent nowhere

    Example: none of two redirect URIs
      Fix: demand redirect_uri of a client that has registered several

      Given a client with the redirect URIs "https://client.example/a" and "https://client.example/b"
      When a user comes with the parameter "redirect_uri" as ""
      Then the user is sent to none of both

    Example: a redirect URI with a query of its own
      Fix: add parameters to the query of the redirect URI as it was registered, and change nothing in it

      Given a client with the redirect URI "https://client.example/callback?tenant=a%2Fb"
      When a user comes with a correct request
      Then the user is sent there with its query
