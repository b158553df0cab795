@omp @virtual
Feature: Credentials are private, and losing one place for them loses no token
  A directory of credentials can be moved, or replaced by something else, while the
  runtime is at work.

  Background:
    Given files are kept on disk

  @X-CFG-12
  Rule: A credential that cannot be replaced stays, and the new token is used all the same

    Example: something else takes the place of the file meanwhile
      Given server "docs" over http
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
      And the file "~/.credentials/428821350e9691491f616b754cd8315f.json" becomes a directory
      And the clock reaches 3s
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And the log has 1 record of "docs" with "keeping a new token: saving a credential: replace "
      And the log has 1 record of "docs" that ends with "/.credentials/428821350e9691491f616b754cd8315f.json: file exists"
      And the directory "~/.credentials" holds these files:
        | name                                  | mode       |
        | 428821350e9691491f616b754cd8315f.json | drwx------ |

    Example: there is none
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      When the runtime starts
      Then server "docs" is connected
      And the log has 1 record of "docs" that ends with "no credential is stored under auth.credentialId"

    Example: the directory is private
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      Then the directory "/home/user" holds these files:
        | name         | mode       |
        | .credentials | drwx------ |
