@omp @virtual
Feature: Credentials on disk are sealed with a key of the user's keyring
  A file that only its owner may read is read by each program of that owner, and by each
  copy of the disk. A keyring asks the owner first. It may also be locked, lost or absent,
  and then nothing may be lost that it did not hold.

  Background:
    Given files are kept on disk

  @X-LOGIN-1
  Rule: What is sealed stays sealed, what is open stays open, and new credentials are as the program has them

    Scenario Outline: <before> before a program that seals <which>
      Given <before>
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And a program that seals <which> credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-2     | refresh-2     | 2h         |
        | other | access-3     |               |            |
      Then the file of the credential "login" is <old>
      And the file of the credential "other" is <new>
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-2     | refresh-2     | 2h0m0s     |
        | other | access-3     |               |            |
      And the store lists the credentials "login, other"

      Examples:
        | before                             | which | old        | new        |
        | a program that knows no keyring    | new   | not sealed | sealed     |
        | a program that knows no keyring    | all   | sealed     | sealed     |
        | a program that knows no keyring    | no    | not sealed | not sealed |
        | a program that seals new credentials | new | sealed     | sealed     |
        | a program that seals all credentials | new | sealed     | sealed     |
        | a program that seals new credentials | no  | not sealed | not sealed |
        | a program that seals no credentials | all  | sealed     | sealed     |

    Example: several programs and credentials have one key
      Given a program that seals new credentials
      And these credentials are stored:
        | id | access token | refresh token | expires in |
        | a  | access-1     |               |            |
        | b  | access-2     |               |            |
      And a program that seals all credentials
      And these credentials are stored:
        | id | access token | refresh token | expires in |
        | c  | access-3     |               |            |
      Then the keyring has 1 key
      And the store lists the credentials "a, b, c"

    Example: a runtime connects with what is sealed
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a program that seals new credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               | 1h         |
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"

  @X-LOGIN-1
  Rule: What the keyring cannot open is told and stays, and a new login replaces it

    Scenario Outline: <what>
      Given a program that seals new credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      And <what>
      And <program>
      Then the credential "login" cannot be read: "reading a credential: /home/user/.credentials/428821350e9691491f616b754cd8315f.json: <why>"
      And the store lists the credentials "" and "/home/user/.credentials/428821350e9691491f616b754cd8315f.json: <why>"
      And the file of the credential "login" is sealed

      Examples:
        | what                                   | program                              | why |
        | the keyring is locked                  | a program that seals new credentials | it is sealed with a key of the keyring (a login with --again replaces it): the keyring is locked |
        | the keyring is emptied                 | a program that seals new credentials | it is sealed with a key of the keyring (a login with --again replaces it): it has not this key |
        | the keyring has the secret "no key" for each key | a program that seals new credentials | it is sealed with a key of the keyring (a login with --again replaces it): it has not this key |
        | the keyring has the secret "c2hvcnQ=" for each key | a program that seals new credentials | it is sealed with a key of the keyring (a login with --again replaces it): it has not this key |
        | the keyring has the secret "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" for each key | a program that seals new credentials | not a stored credential |
        | the keyring is open                    | a program that knows no keyring      | it is sealed, and there is no keyring to open it with; a login with --again replaces it |

    Scenario Outline: a login after <what>
      Given a program that seals <which> credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      And <what>
      And a program that seals <which> credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-2     |               |            |
      Then the file of the credential "login" is <file>
      And these credentials are stored:
        | id    | access token |
        | login | access-2     |

      Examples:
        | what                   | which | file       |
        | the keyring is emptied | new   | sealed     |
        | the keyring is emptied | all   | sealed     |
        | the keyring is locked  | new   | not sealed |
