@room
Feature: A connection to a role costs it little, however long it lasts
  A client that hangs, asks for too much or forgets its connection takes a place that
  others need. Each step has its time, and what is not used is closed.

  @X-ROOM-17 @virtual
  Rule: A connection that is not used is closed after two minutes, and a header has an end

    Scenario Outline: the <role>'s connection, used once
      Given the room server has started
      When <request> on a connection that stays open
      And 3m pass
      Then the connection was closed at 2m

      Examples:
        | role        | request                                |
        | room server | GET "/health" is asked                 |
        | operator    | GET "/health" is asked of the operator |

    Scenario Outline: a header of <n> bytes
      Given the room server has started
      When GET "/health" is asked with a header of <n> bytes
      Then the answer is <code>

      Examples:
        | n     | code |
        | 65000 | 200  |
        | 70000 | 431  |

  @X-ROOM-22 @virtual
  Rule: A role serves until its listener is closed, which is no error, or fails; then no connection stays open

    Scenario Outline: the listener <how>
      Given the room server has started
      When GET "/health" is asked on a connection that stays open
      And 1s passes
      And the listener of the room server <how>
      Then <outcome>
      And the connection was closed at 1s

      Examples:
        | how       | outcome                                                            |
        | is closed | the room server has ended serving                                  |
        | fails     | the room server has ended serving because of "too many open files" |

  @X-ROOM-01 @virtual
  Rule: A role is asked by a name of this machine, or one that it was given

    Scenario Outline: known as "<names>", asked as <host>
      Given the room server is known as "<names>"
      And the room server has started
      When GET "/tools" is asked with the header "Host" set to "<host>"
      Then the answer is <code>

      Examples:
        | names            | host             | code |
        | room.test        | room.test:40801  | 200  |
        | room.test        | ROOM.test        | 200  |
        | room.test        | inroom.test      | 403  |
        | room.test        | localhost.a.test | 403  |
        | room.test        | LocalHost:40801  | 200  |
        | room.test        | [::1]:40801      | 200  |
        | room.test        | [::1]            | 200  |
        | room.test        | 127.0.0.1        | 200  |
        | room.test        | 10.0.0.1:40801   | 403  |
        | room.test        | 0.0.0.0:40801    | 403  |
        | room.test        | [::]:40801       | 403  |
        | any name         | elsewhere.test   | 200  |

  @X-ROOM-02 @virtual
  Rule: A token counts with its scheme only, and an empty one never does

    Example: health asks for none
      Given the room server demands the token "tok-owner"
      And the room server has started
      When GET "/health" is asked
      Then the answer is 200

    Scenario Outline: <authorization>
      Given the environment variable "ADA_TOKEN" is "tok-ada"
      And the room server's settings are:
        """json
        {"McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When GET "/tools" is asked with the header "Authorization" set to "<authorization>"
      Then the answer is <code>

      Examples:
        | authorization  | code |
        | Bearer tok-ada | 200  |
        | bearer tok-ada | 200  |
        | Basic tok-ada  | 401  |
        | tok-ada        | 401  |
        | Bearer         | 401  |
        | Bearer tok-ada2 | 401 |
