@omp @virtual
Feature: A renewal never overwrites what a login has stored meanwhile
  A token endpoint may take seconds. A user who logs in again just then, or another
  process that was faster, has stored what is good now, and it must not be lost.

  @FF-71
  Rule: What was stored while a token was being renewed is kept, and used

    Scenario Outline: the login is kept <where>
      Given <first>
      And server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And the token endpoint answers after 2s
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1m         |
      When the runtime starts
      And 1s passes
      Given these credentials are stored:
        | id       | access token | refresh token |
        | <stored> | access-9     | <refresh>     |
      When 10s pass
      Then these credentials are stored:
        | id    | access token | refresh token |
        | login | <access>     | <left>        |
      And "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer <access>"

      Examples:
        | where                           | first                    | stored | refresh   | access   | left      |
        | in memory                       | server "mail" over stdio | login  | refresh-9 | access-9 | refresh-9 |
        | on disk                         | files are kept on disk   | login  | refresh-9 | access-9 | refresh-9 |
        | on disk, and cannot be renewed  | files are kept on disk   | login  |           | access-9 |           |
        | on disk, and it is another one  | files are kept on disk   | other  | refresh-9 | access-2 | refresh-2 |

  @OMP-TP-80 @D-17
  Rule: What is sent with a renewed token says all that was said before

    Example: a header of its own, and the revision that was agreed upon
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And server "docs" is defined with the header "X-Key" set to "k"
      And the switch "protocol.revision" is "2025-06-18"
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [status: 401]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then "tools/call" number 2 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And "tools/call" number 2 to server "docs" has the header "X-Key" set to "k"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Protocol-Version" set to "2025-06-18"
