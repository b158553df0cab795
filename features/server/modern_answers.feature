@target @modern
Feature: A modern server checks what comes back
  The state of a round passes through the client, and so does every answer. Either may
  have been changed by anybody.

  @M-MRTR-04 @MUST
  Rule: A requestState that was changed is refused
    Spec: 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: sign the state, and refuse with error -32602 what does not verify

    Scenario Outline: <how>
      Given a request that asks for input, and gives a state
      And a connection of its own
      When it is gone on with, its state <how>
      Then it comes to nothing that it did not come to before

      Examples:
        | how                     |
        | changed in a value      |
        | changed at the end      |
        | changed in the middle   |
        | cut                     |
        | made up                 |
        | replaced by nothing     |

    @MAY
    Scenario Outline: <how>, which changes nothing
      Given a request that asks for input, and gives a state
      And a connection of its own
      When it is gone on with, its state made up, and then <how>
      Then it does not succeed

      Examples:
        | how                  |
        | changed in a value   |
        | changed near the end |

  @M-MRTR-09 @SHOULD
  Rule: A requestState is good for its own request only
    Spec: 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: put method, name and arguments into the state, and compare them

    Example: another request
      Given two requests that ask for input, and give states
      And a connection of its own
      When the second one is gone on with, with the state of the first
      Then it does not succeed

    Example: other arguments
      Given a request that asks for input, and gives a state
      And a connection of its own
      When it is gone on with, with the state of a request of other arguments
      Then it does not succeed

  @M-MRTR-05 @SHOULD
  Rule: What is missing is asked for again, what is too much is passed over
    Spec: 2026-07-28 basic/patterns/mrtr, Error Handling
    Fix: look for the answers that you need, and ask again for those that are not there

    Example: an answer to nothing
      Given a request that asks for input
      And a connection of its own
      When it is gone on with, with an answer too many
      Then it comes to the same as on one connection

    Example: no answer at all
      Given a request that asks for input
      And a connection of its own
      When it is gone on with, without answers
      Then it is answered with questions

    Example: one answer of several
      Given a request that asks for several things at once
      And a connection of its own
      When it is gone on with, with one answer too few
      Then what is missing is asked for again

    Example: what was answered in the round before
      Fix: put what you have been told into requestState, and read it from there when the request comes again

      Given a request that asks for one thing after the other
      And a connection of its own
      When it is gone on with, and what was answered is answered again
      Then that was not needed

  @M-MRTR-11 @SHOULD
  Rule: Malformed answers are refused with an error
    Spec: 2026-07-28 basic/patterns/mrtr, Error Handling
    Fix: answer with error -32602 if inputResponses, or an answer in it, is of another form

    Scenario Outline: <what>
      Given a request that asks for input
      And a connection of its own
      When it is gone on with, with <what>
      Then it does not succeed

      Examples:
        | what                              |
        | a number in place of the answers  |
        | a number in place of each answer  |
        | an unknown action in each answer  |

    Scenario Outline: a form with <what>
      Spec: 2026-07-28 client/elicitation, Form Mode Security
      Fix: compare the content of an accepted form with the schema that you have asked for

      Given a request that asks a user
      And a connection of its own
      When it is gone on with, and the user accepts a form with <what>
      Then it does not come to what a right answer comes to

      Examples:
        | what                             |
        | nothing of what it requires      |
        | an object in place of each value |

  @M-MRTR-12 @MUST
  Rule: A user who says no is answered
    Spec: 2026-07-28 client/elicitation, Error Handling
    Fix: answer declined and cancelled questions with a result or an error

    Scenario Outline: <action>
      Given a request that asks a user
      And a connection of its own
      When it is gone on with, and the user answers "<action>"
      Then it is answered

      Examples:
        | action  |
        | decline |
        | cancel  |

    @SHOULD
    Scenario Outline: <action>, without a failure
      Given a request that asks a user
      And a connection of its own
      When it is gone on with, and the user answers "<action>"
      Then it is no internal error

      Examples:
        | action  |
        | decline |
        | cancel  |

    @SHOULD
    Scenario Outline: <action> in the end, without a failure
      Given a request that asks a user for one thing after the other
      And a connection of its own
      When it is gone on with up to its last question, and the user answers "<action>"
      Then it is no internal error

      Examples:
        | action  |
        | decline |
        | cancel  |

    @MAY
    Example: accept, without what was asked for
      Fix: look whether the content of an accepted form is there, and ask again or refuse it with error -32602

      Given a request that asks a user
      And a connection of its own
      When it is gone on with, and the user answers "accept"
      Then it is no internal error
