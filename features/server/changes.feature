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

    @http
    Example: a session beside the one that calls
      Given a session
      And the server announces changes of a list
      When the tools that may be called are called beside a session that listens
      Then each list that has changed was announced to that session, too

  @SUB-08 @MAY
  Rule: No change is announced that is none
    Spec: robustness; clients read the list again each time
    Fix: compare before you announce, announce nothing because a list was read, and change the list first

    Example: reading twenty times
      Given a fresh session
      And the server's own messages are listened to
      When 200ms pass
      And each list is read 20 times
      And what is announced without a reason is waited for
      Then no change was announced of a list that stayed the same

    Example: reading resources
      Given a fresh session
      And the server declares "resources"
      And the server's own messages are listened to
      When each list is read 1 times
      And resources are read 5 times
      And 200ms pass
      Then no change was announced of a list that stayed the same

    Example: what calling tools changes
      Given a session
      And the server announces changes of a list
      When each tool that may be called is called
      Then what was announced was a change, and was announced once

  @RES-05 @MUST
  Rule: A resource can be subscribed to if the server says so
    Spec: 2025-11-25 server/resources, Subscriptions
    Fix: answer resources/subscribe and resources/unsubscribe with {}, or do not declare subscribe

    Example: the first resource
      Given a session
      And the server declares "subscribe" of "resources"
      And the server has a resource
      When it is subscribed to
      Then the answer is a result
      When it is unsubscribed from
      Then the answer is a result

    @MAY
    Example: once more
      Fix: answer a second subscription to a resource as the first one

      Given a session
      And the server declares "subscribe" of "resources"
      And the server has a resource
      When it is subscribed to
      Then the answer is a result
      When it is subscribed to
      Then the answer is a result
      When it is unsubscribed from
      Then the answer is a result

  @SUB-09 @SHOULD
  Rule: A change of a resource is told to those who have subscribed to it
    Spec: 2025-11-25 server/resources, Subscriptions
    Fix: send notifications/resources/updated with the uri to every session that has subscribed to it

    Example: what calling tools changes
      Given a session
      When resources are subscribed to, and each tool that may be called is called
      Then each resource that has changed was told of

    @http
    Example: a session beside the one that calls
      Fix: keep the subscriptions of each session by themselves: what one of them ends is its own

      Given a session
      When the tools that may be called are called beside a session that listens
      Then each resource that has changed was told of to that session, too

  @SUB-10 @MAY
  Rule: Of resources that are not subscribed to nothing is told
    Spec: robustness; 2025-11-25 server/resources, Subscriptions
    Fix: keep the subscriptions of each session, and forget one at resources/unsubscribe

    Example: a resource beside them
      Given a session
      When resources are subscribed to, and each tool that may be called is called
      Then no other resource was told of

    Example: after the end
      Given a session
      When resources are subscribed to, and each tool that may be called is called
      Then none was told of any more once its subscription had ended

    @last
    Example: the notifications of all checks
      Given a session
      And the server declares "subscribe" of "resources"
      And everything that the server offers has been used
      Then in the whole run no resource was told of to a client that had subscribed to none
