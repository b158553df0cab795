@target
Feature: A server knows where there are batches
  One revision had batches, and clients of that one may send them. In all others an
  array is no message, and whoever looks into it does what nobody asked for.

  @BASE-11 @MAY
  Rule: A batch is refused where there are none
    Spec: 2025-06-18 changelog (batches were removed)
    Fix: answer an array with error -32600

    Example: two pings
      Given a session
      And the revision is "2025-06-18" or later
      When this is sent:
        """json
        [{"jsonrpc": "2.0", "id": "b1", "method": "ping"}, {"jsonrpc": "2.0", "id": "b2", "method": "ping"}]
        """
      Then nothing succeeds

  @BASE-12 @MUST
  Rule: A batch is answered where there are batches
    Spec: 2025-03-26 basic, Batching (receiving them must be supported)
    Fix: take arrays when 2025-03-26 was negotiated and answer each request in them

    Example: two pings
      Given a fresh session of the revision "2025-03-26"
      And the server can tell the revision of the session
      When a batch of 2 pings is sent
      Then it is answered

    @http
    Example: notifications alone
      Given a fresh session of the revision "2025-03-26"
      And the server can tell the revision of the session
      When this is sent:
        """json
        [{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 987654}}, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 987655}}]
        """
      Then the status is 202

    @stdio
    Example: notifications alone, on a pipe
      Given a fresh session of the revision "2025-03-26"
      And the server can tell the revision of the session
      When this is sent:
        """json
        [{"jsonrpc": "2.0", "method": "notifications/x-other"}, {"jsonrpc": "2.0", "method": "notifications/x-other"}]
        """
      Then nothing is answered

  @BASE-13 @SHOULD
  Rule: Initialize in a batch opens no session
    Spec: 2025-03-26 basic/lifecycle, Initialization (clients must not send it so)
    Fix: refuse initialize in an array with error -32600

    Example: a batch of one
      Given the server speaks the revision "2025-03-26"
      And a fresh connection
      When a batch with initialize is sent, and initialize after it
      Then the batch has opened no session
