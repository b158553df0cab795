@target @modern
Feature: A modern server survives what is no message
  Clients have bugs, and pipes have accidents. What cannot be read is answered as such
  or not at all, and never with the id of a request that somebody waits for.

  @M-BASE-08 @MAY
  Rule: Malformed JSON harms nobody and takes no other request's id
    Spec: robustness; 2026-07-28 basic, Error Responses
    Fix: answer with error -32700 and without an id, or not at all

    Example: half an object
      Given a connection of its own
      When this is sent:
        """json
        {"jsonrpc":
        """
      Then nothing is answered but an error without an id

    Example: again and again
      Given a connection of its own
      When this is sent:
        """json
        {"jsonrpc":
        """
      And this is sent:
        """json
        {"jsonrpc":
        """
      And the request "server/discover" is sent
      Then the answer is a result

    Example: what the answer says
      Given a connection of its own
      When this is sent:
        """json
        {"jsonrpc":
        """
      Then an error that tells of it has the code of malformed JSON

    Example: an array of nothing
      Given a connection of its own
      When this is sent:
        """json
        []
        """
      Then nothing is answered but an error without an id

  @M-BASE-09 @MAY
  Rule: The answer to malformed JSON takes the id of no earlier request
    Spec: robustness; 2026-07-28 basic, Error Responses
    Fix: leave the id out

    Example: right behind a request
      Given a connection
      When a request is sent, and this right behind it:
        """json
        {"jsonrpc": "2.0", "method"
        """
      Then it is answered once

  @M-BASE-10 @MUST
  Rule: A request with the id null does not succeed
    Spec: 2026-07-28 basic, Requests
    Fix: refuse it with error -32600

    Example: server/discover, and every list
      Given a connection of its own
      When server/discover and every list that is declared are asked for with the id null
      Then nothing succeeds

  @M-BASE-11 @MAY
  Rule: An array of messages is refused
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Sending Messages
    Fix: refuse arrays with error -32600; there are no batches

    @stdio
    Example: an array of one
      Given a connection of its own
      When this is sent:
        """json
        [{"jsonrpc": "2.0", "id": "b1", "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}]
        """
      Then nothing succeeds

    @http
    Example: an array of one, with the headers of what is in it
      Given a connection of its own
      And the header "Mcp-Method" is "server/discover"
      When this is sent:
        """json
        [{"jsonrpc": "2.0", "id": "b1", "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}]
        """
      Then the status is 4xx or 5xx, or the body is an error
      And nothing succeeds

  @M-BASE-39 @MAY
  Rule: A request without what its method needs is refused with error -32602
    Spec: robustness; JSON-RPC 2.0, Error object (invalid params)
    Fix: look at the params first; -32603 is for failures of your own

    Scenario Outline: <method> of nothing
      Given a connection
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

    Example: subscriptions/listen of nothing
      Given a connection of its own
      When it is not said what is listened to
      Then it is served, or refused as what lacks something

  @M-BASE-26 @MUST
  Rule: Keys of _meta are well-formed, and none usurps a reserved prefix
    Spec: 2026-07-28 basic, _meta
    Fix: name keys com.example/name, letters first, and leave prefixes of MCP alone

    @last
    Example: their form
      Given everything that the server offers has been used
      Then in the whole run every key of every _meta was well-formed

    @last
    Example: trace contexts
      Given everything that the server offers has been used
      Then in the whole run every trace context was well-formed

    @MAY @last
    Example: reserved prefixes
      Given everything that the server offers has been used
      Then in the whole run no key of a _meta had a reserved prefix

  @M-BASE-40 @SHOULD
  Rule: Names of members are told apart by their case
    Spec: 2026-07-28 basic, Messages; JSON-RPC 2.0, Conventions
    Fix: compare names of members exactly, as JSON has them; some libraries do not by default

    Example: what is offered
      Given a connection
      When what is offered is asked for with its name in a member that begins with a capital
      Then none of it is found by that
