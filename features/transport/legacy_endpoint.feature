@omp @virtual
Feature: Where an old server says that messages go
  The endpoint is a reference as in any page: it counts from where the stream is. Who
  writes the stream does not choose who the client is.

  Background:
    Given the switch "transport.sse" is "legacy"

  @FF-70
  Rule: An endpoint counts from the place of the stream, and a user in it is nobody's

    Scenario Outline: <endpoint> of a stream at <stream>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {path: <stream>, endpoint: "<endpoint>"}}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And "ping" number 1 to server "docs" was sent to "<path>?sessionId=<session>"

      Examples:
        | stream         | endpoint                          | path           |
        | /api/v1/events | messages?sessionId=<session>      | /api/v1/messages |
        | /api/v1/events | ./messages?sessionId=<session>    | /api/v1/messages |
        | /api/v1/events | ../messages?sessionId=<session>   | /api/messages  |
        | /api/v1/       | messages?sessionId=<session>      | /api/v1/messages |
        | /api/v1/events | /messages?sessionId=<session>     | /messages      |

    Scenario Outline: the user of <endpoint>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {endpoint: "<endpoint>"}}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And "ping" number 1 to server "docs" has no header "Authorization"

      Examples:
        | endpoint                                               |
        | http://ann:secret@docs.test/messages?sessionId=<session> |
        | //ann@docs.test/messages?sessionId=<session>           |
