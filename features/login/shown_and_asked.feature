@omp @virtual
Feature: A login shows no secret in any of its troubles, and asks for the scopes that the server names
  Whoever answers may repeat what it was sent, in words, in addresses and in pieces. What a
  challenge names is asked for, by whoever logs in and however often.

  @OAC-40
  Rule: What an authorization server says in words, and how it was asked, is not shown

    Scenario Outline: <what>
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        rules:
          - {when: {endpoint: authorize}, do: [<does>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "<error>"
      And startup reported nothing of "call 555"
      And startup reported nothing of "state="
      And startup reported nothing of "code_challenge"

      Examples:
        | what                   | does                                                          | error                                                                 |
        | an odd error           | patch: {error: call 555}                                      | login: authorization response: error: refused, for a reason that has no name |
        | an error, and words    | patch: {error: odd, error_description: call 555}              | login: authorization response: error: refused, for a reason that has no name |
        | a known error, and words | patch: {error: access_denied, error_description: call 555}  | login: authorization response: error: access_denied                   |
        | a page                 | status: {code: 200, body: call 555}                           | and no redirect: a person has to log in                               |
        | trouble                | status: {code: 500, body: call 555}                           | and no redirect: a person has to log in                               |

  @OAC-40
  Rule: A credential file that cannot be read is named, and nothing of it is shown

    Scenario Outline: it is <what>
      Given files are kept on disk
      And server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      And the file "~/.credentials/428821350e9691491f616b754cd8315f.json" holds "<content>", 1 times " " and "<end>"
      When the runtime starts
      Then the log has 1 warning of "docs" with "reading a credential: "
      And "worth-much" is nowhere to be seen
      And the credential "login" cannot be read: "reading a credential: /home/user/.credentials/428821350e9691491f616b754cd8315f.json: not a stored credential"

      Examples:
        | what          | content                                                        | end |
        | torn          | {"version": 1, "id": "login", "access_token": "worth-much"     |     |
        | of another id | {"version": 1, "id": "other", "refresh_token": "worth-much"    | }   |
        | of the future | {"version": 9, "id": "login", "access_token": "worth-much"     | }   |

  @OAC-40
  Rule: A token is hidden in what a server repeats of it, without its scheme and after a second login, too

    Scenario Outline: the error says "<said>"
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        rules: [{when: {method: tools/call}, do: [error: {code: -32000, message: "<said>"}]}]
        """
      And server "docs" is defined with the header "Authorization" set to "<scheme> worth-much"
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns the error text "MCP error: MCP error -32000: <told>"

      Examples:
        | scheme | said                        | told                |
        | Bearer | worth-much may not          | *** may not         |
        | Bearer | Bearer worth-much may not   | *** may not         |
        | Token  | of worth-much and worth-much | of *** and ***     |

    Example: the token that comes of a step up
      Given an authorization server "login"
      And the user approves logins
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: token, nth: 2}, do: [{patch: {access_token: worth-more}}]}
        """
      And server "gate" over http with this script:
        """yaml
        protected: {by: [login]}
        rules: [{when: {endpoint: resource-metadata}, do: [{patch: {resource: "http://docs.test/mcp"}}]}]
        """
      And server "gate" is disabled
      And server "docs" over http with this script:
        """yaml
        rules:
          - when: {method: initialize, nth: 1}
            do: [{status: {code: 401, headers: {WWW-Authenticate: 'Bearer resource_metadata="http://gate.test/.well-known/oauth-protected-resource/mcp"'}}}]
          - when: {method: initialize, nth: 2}
            do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="more", resource_metadata="http://gate.test/.well-known/oauth-protected-resource/mcp"'}}}]
          - {when: {method: initialize}, do: [error: {code: -32000, message: "the token worth-more may not"}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", that ends with "MCP error -32000: the token *** may not"
      And the user was asked to log in 2 times

  @OAC-40
  Rule: What a login leaves on disk is its user's alone, the folder and each file in it

    Example: an ordinary login
      Given files are kept on disk
      And an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the directory "~/.credentials" holds these files:
        | name                                  | mode       |
        | 38ce6853e8356a2c08eb56d98a5ab6a5.json | -rw------- |
        | de4abe655476ccb2af32d6135b61abf7.json | -rw------- |
      And the directory "~/" holds these files:
        | name         | mode       |
        | .cache       | drwx------ |
        | .credentials | drwx------ |
