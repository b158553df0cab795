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

    Example: an array of nothing
      Given a fresh session
      When this is sent:
        """json
        []
        """
      Then nothing is answered but an error without an id

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

  @BASE-28 @MAY
  Rule: A response that belongs to no request harms nobody
    Spec: robustness; 2025-11-25 basic, Responses
    Fix: drop responses whose id you do not know: a client may answer what you no longer wait for

    Example: a result, and an error
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id": "mcpsim-nobody-asked", "result": {}}
        """
      Then nothing is answered
      And the server still answers
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id": 987654, "error": {"code": -1, "message": "no"}}
        """
      Then nothing is answered
      And the server still answers
      And the server answers the next ping, too

    @http
    Example: what another session was asked
      Fix: look for the request among those of the session that the response comes from

      When the tools that ask the client something are called
      Then none of their calls takes the answer of another session

  @BASE-29 @MAY
  Rule: A request without what its method needs is refused with error -32602
    Spec: robustness; JSON-RPC 2.0, Error object (invalid params)
    Fix: look at the params first; -32603 is for failures of your own

    Scenario Outline: <method> of nothing
      Given a session
      And the server declares "<capability>"
      When the request "<method>" is sent with:
        """json
        {}
        """
      Then the answer is the error -32602, or what it is for a name that there is not

      Examples:
        | method              | capability  |
        | tools/call          | tools       |
        | resources/read      | resources   |
        | prompts/get         | prompts     |
        | completion/complete | completions |

    Example: resources/subscribe of nothing
      Given a session
      And the server declares "subscribe" of "resources"
      When the request "resources/subscribe" is sent with:
        """json
        {}
        """
      Then the answer is the error -32602, or what it is for a name that there is not

    Example: initialize of nothing
      Given a fresh connection
      When initialize is sent without params
      Then it is served, or refused as what lacks something

  @BASE-30 @SHOULD
  Rule: Names of members are told apart by their case
    Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Conventions
    Fix: compare names of members exactly, as JSON has them; some libraries do not by default

    Example: what is offered
      Given a session
      When what is offered is asked for with its name in a member that begins with a capital
      Then none of it is found by that
