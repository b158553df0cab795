@target @stdio
Feature: A server waits for those who read slowly
  A client that is busy stops reading for a while, and the pipe between the two is full
  after 64 KiB. What a server drops then, or gives up for, is gone for good.

  @STDIO-09 @MAY
  Rule: A client that reads slowly gets everything all the same
    Spec: robustness; pipes hold 64 KiB
    Fix: wait until standard output takes more; drop nothing and do not give up

    Example: 4 MiB, while other checks are made
      Given a client that has sent 64 pings with ids of 65536 bytes and reads nothing
      Then its process has not exited

    @last
    Example: 4 MiB, when all others have been made
      Given a client that has sent 64 pings with ids of 65536 bytes and reads nothing
      When it reads again once the other checks are made, 10s after that at most
      Then it is answered
