@target @http @login
Feature: A client finds out where to log in
  A server that wants a token names its metadata, these name the authorization server, and
  the metadata of that name the places to go to. A client that guesses ends elsewhere.

  @OAC-03 @MUST
  Rule: The challenge for a token is found among others
    Spec: basic/authorization, Protected Resource Metadata Discovery Requirements; RFC 9110, 11.6.1
    Fix: split WWW-Authenticate into its challenges; a quoted text may hold commas, quotes and the word Bearer

    Scenario Outline: <which>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        protected: {at: [/somewhere]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: '<challenge>'}}]
        """
      When the client runs for at most 10s
      Then the client asks for "resource-metadata" at "/somewhere"

      Examples:
        | which                   | challenge                                                                                                  |
        | after another challenge | Basic realm="a, b", Bearer error="invalid_token", resource_metadata="<origin>/somewhere"                    |
        | after a quoted text     | Bearer realm="say \\"resource_metadata=\\"", resource_metadata="<origin>/somewhere"                          |
        | in small letters        | bearer resource_metadata="<origin>/somewhere"                                                              |

    Example: in a header whose name is in small letters
      Fix: look headers up by a name without case
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        http: {lowercase: true}
        protected: {at: [/somewhere]}
        """
      When the client runs for at most 10s
      Then the client asks for "resource-metadata" at "/somewhere"

    Example: in a header of its own
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        protected: {at: [/somewhere]}
        rules:
          - when: {endpoint: challenge}
            do:
              - headers:
                  WWW-Authenticate: |
                    Negotiate
                    Basic realm="a"
                    Bearer resource_metadata="<origin>/somewhere"
        """
      When the client runs for at most 10s
      Then the client asks for "resource-metadata" at "/somewhere"

  @OAC-04 @MUST
  Rule: The metadata that the challenge names are used
    Spec: basic/authorization, Protected Resource Metadata Discovery Requirements
    Fix: fetch resource_metadata of the challenge before any well-known place

    Example: they are at a place of their own
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        protected: {at: [/custom/metadata/location.json]}
        """
      When the client runs for at most 10s
      Then the client asks for "resource-metadata" at "/custom/metadata/location.json"
      And the client never asks for the path "/.well-known/oauth-protected-resource"

  @OAC-05 @MUST
  Rule: Without a hint the well-known places are tried, first with the path and then without
    Spec: basic/authorization, Protected Resource Metadata Discovery Requirements
    Fix: try /.well-known/oauth-protected-resource with the path of the endpoint, then without it

    Example: they are where the path says
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        protected: {unnamed: true}
        """
      When the client runs for at most 10s
      Then the client asks for "resource-metadata" at "/.well-known/oauth-protected-resource/mcp"
      And the client never asks for the path "/.well-known/oauth-protected-resource"

    Example: they are at the root
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        protected: {unnamed: true, at: [/.well-known/oauth-protected-resource]}
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {resource: "<origin>"}}]
        """
      When the client runs for at most 10s
      Then the client asks for the path "/.well-known/oauth-protected-resource/mcp"
      And the client asks for "resource-metadata" at "/.well-known/oauth-protected-resource"

    @MAY
    Example: another refusal where the path says
      Fix: go on to the next place after any HTTP error

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        protected: {unnamed: true}
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {resource: "<origin>"}}]
          - when: {endpoint: resource-metadata, nth: 1}
            do: [{status: 403}]
        """
      When the client runs for at most 10s
      Then the client asks for the path "/.well-known/oauth-protected-resource"

  @OAC-06 @MUST
  Rule: Metadata of another resource end the login
    Spec: basic/authorization, Canonical Server URI; RFC 9728, 3.3
    Fix: compare resource with the URL that was asked before any authorization request

    Scenario Outline: <which>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {path: /tenant1}
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {resource: <resource>}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "authorize"

      Examples:
        | which                 | resource                   |
        | of another host       | "https://evil.example/mcp" |
        | of another path       | "<origin>/another"         |
        | of a longer path      | "<origin>/mcp/more"        |
        | of a path in capitals | "<origin>/MCP"             |
        | that name none        | null                       |

  @OAC-07 @MUST
  Rule: The metadata of an issuer with a path are looked for in three places
    Spec: basic/authorization, Authorization Server Metadata Discovery
    Fix: try /.well-known/oauth-authorization-server/path, /.well-known/openid-configuration/path, /path/.well-known/openid-configuration

    Scenario Outline: they are of the form <form>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {path: /tenant1, at: [<form>]}
        """
      When the client runs for at most 10s
      Then the client asks for the path "/.well-known/oauth-authorization-server/tenant1"
      And the client asks for "metadata" at "<place>"
      And the client never asks for the path "/.well-known/oauth-authorization-server"

      Examples:
        | form            | place                                           |
        | oauth           | /.well-known/oauth-authorization-server/tenant1 |
        | openid          | /.well-known/openid-configuration/tenant1       |
        | openid-appended | /tenant1/.well-known/openid-configuration       |

    @MAY
    Example: an outage in the first place
      Fix: go on to the next place after any HTTP error

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {path: /tenant1, at: [oauth, openid]}
        rules:
          - when: {endpoint: metadata, nth: 1}
            do: [{status: 503}]
        """
      When the client runs for at most 10s
      Then the client asks for "metadata" at "/.well-known/openid-configuration/tenant1"
