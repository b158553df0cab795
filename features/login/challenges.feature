@omp @virtual
Feature: A challenge is read in every spelling that its standard allows
  Servers, frameworks and gateways write WWW-Authenticate in their own ways, and several of
  them may add to one answer. What a bearer token needs is asked for, and nothing else.

  @OAC-03 @OAC-28
  Rule: The scopes of the challenge for bearer tokens are asked for as they are written

    Scenario Outline: <challenge>
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], scopes: [listed]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: '<challenge>'}}]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "authorize" had:
        """
        scope: <scope>
        """

      Examples:
        | challenge                                        | scope  |
        | Bearer                                           | listed |
        | Bearer scope="a b"                               | a b    |
        | bearer SCOPE="a"                                 | a      |
        | Bearer scope=a                                   | a      |
        | Bearer scope=~x                                  | ~x     |
        | Bearer scope=a,error=b                           | a      |
        | Bearer scope = "a"                               | a      |
        | Bearer	scope	=	"a"                              | a      |
        | Bearer realm="b, scope=c", scope="a"             | a      |
        | Bearer realm="\\"", scope="a"                    | a      |
        | Bearer realm="\\\\", scope="a"                   | a      |
        | Bearer scope="\\a"                               | a      |
        | Bearer scope="a                                  | a      |
        | Bearer scope="a" scope="b"                       | a      |
        | Bearer scope=""                                  | listed |
        | Bearer scope=" a  b a "                          | a b    |
        | Basic scope="b", Bearer scope="a"                | a      |
        | Bearer scope="a", Basic scope="b"                | a      |
        | Bearer scope="a", Bearer scope="b"               | a      |
        | Negotiate YWJj==, Bearer scope="a"               | a      |
        | ,, = Bearer scope="a"                            | a      |
        | "b" Bearer scope="a"                             | a      |
        | Bearer scopes="b"                                | listed |
        | ~Bearer scope="b"                                | listed |
        | Bearer scope="a", Bearer scope="b", resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp" | b |
        | Bearer scope="a", resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp", Bearer scope="b", resource_metadata="http://docs.test/b" | a |

    Scenario Outline: two headers, "<one>" and "<other>"
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], scopes: [listed]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: "<one>\n<other>"}}]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "authorize" had:
        """
        scope: <scope>
        """

      Examples:
        | one            | other          | scope |
        | Basic realm=x  | Bearer scope=a | a     |
        | Bearer scope=a | Basic realm=x  | a     |
        | Bearer scope=a | Bearer scope=b | a     |
        | Bearer scope=a | Bearer scope=b, resource_metadata=http://docs.test/.well-known/oauth-protected-resource/mcp | b |
