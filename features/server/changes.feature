@target
Feature: A server announces changes of its lists
  A client reads a list again when it hears that it has changed, and never otherwise.
  A server that is silent leaves it with old tools; one that cries at each reading
  keeps it reading for ever.

  @SUB-07 @SHOULD
  Rule: A change of a list is announced
    Spec: 2025-11-25 server/tools, List Changed Notification
    Fix: send notifications/tools/list_changed when your tools change, or do not declare listChanged

    Example: what calling tools changes
      Given a session
      And the server announces changes of a list
      When each tool that may be called is called
      Then each list that has changed was announced

  @SUB-08 @MAY
  Rule: No change is announced that is none
    Spec: robustness; clients read the list again each time
    Fix: compare before you announce, and announce nothing because a list was read

    Example: reading twenty times
      Given a fresh session
      And the server's own messages are listened to
      When 200ms pass
      And each list is read 20 times
      And 200ms pass
      Then no change was announced of a list that stayed the same
