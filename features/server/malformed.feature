@target
Feature: A server survives what is no message
  Clients have bugs, and pipes have accidents. What cannot be read is answered as such
  or not at all, and never with the id of a request that somebody waits for.

  @BASE-08 @MAY
  Rule: Malformed JSON harms nobody and takes no other request's id
    Spec: robustness; JSON-RPC 2.0, Error object
    Fix: answer with error -32700 and the id null, or not at all, and go on

    Example: half an object
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc":
        """
      Then nothing is answered but an error without an id

    Example: again and again
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc":
        """
      And this is sent:
        """json
        {"jsonrpc":
        """
      And the request "ping" is sent
      Then the answer is a result

    Example: what the answer says
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc":
        """
      Then an error that tells of it has the code of malformed JSON

  @BASE-09 @MAY
  Rule: The answer to malformed JSON takes the id of no earlier request
    Spec: robustness; JSON-RPC 2.0, Response object
    Fix: answer what cannot be read with the id null, whatever was read before

    Example: right behind a ping
      Given a session
      When a ping is sent, and this right behind it:
        """json
        {"jsonrpc": "2.0", "method"
        """
      Then it is answered once

  @BASE-10 @MUST
  Rule: A request with the id null does not succeed
    Spec: 2025-11-25 basic, Requests (the id must not be null)
    Fix: refuse it with error -32600

    Example: the id null
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id": null, "method": "ping"}
        """
      Then nothing succeeds
