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
