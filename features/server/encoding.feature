@target
Feature: A server writes UTF-8
  A client takes what it reads for UTF-8. Other bytes, or a mark before them, make a
  message unreadable, or change what it says.

  @BASE-14 @MUST
  Rule: All output is UTF-8 without a byte order mark
    Spec: 2025-11-25 basic/transports (JSON-RPC messages must be UTF-8 encoded)
    Fix: encode output as UTF-8 and write no byte order mark

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every message was UTF-8

    @last
    Example: text that tools give back
      Given everything that the server offers has been used
      Then text came back from tools as it was sent
