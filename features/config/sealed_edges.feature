@omp @virtual
Feature: Without a keyring nothing is lost, and nothing is sealed that could not be opened
  Programs run where there is no keyring, or one that takes a key and does not keep it.
  Whoever insists on seals is told so; everyone else is served without.

  Background:
    Given files are kept on disk

  @X-LOGIN-1
  Rule: Without a keyring new credentials are kept open, unless all must be sealed

    Scenario Outline: <fault>, and a program that seals <which> credentials
      Given a program that seals <which> credentials
      And <fault>
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      Then the file of the credential "login" is not sealed
      And the keyring has 0 keys

      Examples:
        | fault                  | which |
        | the keyring is locked  | new   |
        | the keyring forgets at once | new |
        | the keyring is locked  | no    |

    Scenario Outline: <fault>, and all must be sealed
      Given a program that seals all credentials
      And <fault>
      Then the credential "login" cannot be stored: "saving a credential: sealing it with a key of the keyring: <why>"
      And the store lists the credentials ""

      Examples:
        | fault                       | why                     |
        | the keyring is locked       | the keyring is locked   |
        | the keyring forgets at once | it has not this key     |

    Example: what was sealed is not opened for good because the keyring is locked for a while
      Given a program that seals new credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      And the keyring is locked
      Then the keyring has 1 key
      And these credentials are stored:
        | id    | access token |
        | login | access-1     |
      And the file of the credential "login" is sealed

  @X-LOGIN-1
  Rule: A file is that of the credential that it names, and no other file opens

    Scenario Outline: a file in which <from> becomes <to>
      Given a program that seals new credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
        | other | access-2     |               |            |
      And in the file "~/.credentials/428821350e9691491f616b754cd8315f.json", <from> becomes <to>
      And a program that seals new credentials
      Then the credential "login" cannot be read: "reading a credential: /home/user/.credentials/428821350e9691491f616b754cd8315f.json: not a stored credential"
      And the store lists the credentials "other" and "/home/user/.credentials/428821350e9691491f616b754cd8315f.json: not a stored credential"

      Examples:
        | from           | to             |
        | "id":"login"   | "id":"other"   |
        | "version":2    | "version":3    |
        | "version":2    | "version":1    |
        | "sealed":"     | "sealed":"AAAA |
        | "sealed":      | "closed":      |

    Example: the file that names the key is replaced by what names none
      Given a program that seals new credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      And the file "~/.credentials/keyring" holds:
        """
        nothing
        """
      And a program that seals new credentials
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | other | access-2     |               |            |
      Then the keyring has 2 keys
      And the store lists the credentials "login, other"
      And the file of the credential "other" is sealed
