@target
Feature: A client answers what the server asks, with yes or no
  A request that is not answered keeps the server waiting, and with it the call of
  the user.

  @CLI-87 @MUST
  Rule: A request that the client does not know is answered with an error
    Spec: 2025-11-25 basic, Responses; JSON-RPC 2.0, 5
    Fix: answer every request that has an id, those of unknown methods with the error -32601

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: mcpsim/unknown}, {request: mcpsim/unknown}, {delay: 1500ms}]
        """
      When the client runs
      Then the request "mcpsim/unknown" is answered with an error

    @http
    Example: on the stream of a GET
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {verb: GET}
            do: [{answer: {}}, {request: mcpsim/unknown}]
            mayNotHappen: true
          - when: {method: tools/call}
            do: [{delay: 2500ms}]
        """
      When the client runs
      Then the request "mcpsim/unknown" is answered with an error

  @CLI-88 @SHOULD
  Rule: The error of an unknown method is -32601
    Spec: JSON-RPC 2.0, 5.1
    Fix: use the code -32601, Method not found

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: mcpsim/unknown}, {request: mcpsim/unknown}, {delay: 1500ms}]
        """
      When the client runs
      Then the request "mcpsim/unknown" is answered with the error -32601

  @CLI-89 @MUST
  Rule: What the client has not declared it does not do
    Spec: 2025-11-25 client/roots, client/sampling and client/elicitation, Capabilities
    Fix: declare the capability in initialize, or answer with the error -32601

    Scenario Outline: <method> without <capability>
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: <method>, params: <params>}}, {delay: 1500ms}]
        """
      When the client runs
      Then "<method>" is refused unless the client has declared <capability>

      Examples:
        | method                 | capability  | params                                                                                   |
        | roots/list             | roots       | {}                                                                                       |
        | sampling/createMessage | sampling    | {messages: [{role: user, content: {type: text, text: hi}}], maxTokens: 10}               |
        | elicitation/create     | elicitation | {message: Your name, requestedSchema: {type: object, properties: {name: {type: string}}}} |

    Example: tools for the model
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: sampling/createMessage, params: {messages: [{role: user, content: {type: text, text: hi}}], maxTokens: 10, tools: [{name: look, inputSchema: {type: object}}]}}}, {delay: 1500ms}]
        """
      When the client runs
      Then "sampling/createMessage" is refused unless the client has declared sampling.tools

    Example: a question with a URL
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {mode: url, elicitationId: e1, url: "https://example.com/ask", message: Pay}}}, {delay: 1500ms}]
        """
      When the client runs
      Then a URL is not accepted unless the client has declared the mode

  @CLI-136 @MUST
  Rule: A question in a mode that was not declared is refused as one
    Spec: 2025-11-25 client/elicitation, Error Handling
    Fix: answer elicitation/create in another mode than those you declare with the error -32602

    Example: a URL for a client with forms
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {mode: url, elicitationId: e1, url: "https://example.com/ask", message: Pay}}}, {delay: 1500ms}]
        """
      When the client runs
      Then a client that has declared another mode than "url" refuses it with -32602

    @SHOULD
    Example: a mode that there is not
      Fix: look at the mode before you take a question for a form
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {mode: voice, message: Say yes, requestedSchema: {type: object, properties: {name: {type: string}}}}}}, {delay: 1500ms}]
        """
      When the client runs
      Then a client that has declared another mode than "voice" refuses it with -32602

  @CLI-143 @MUST @http
  Rule: A URL that a question names is not fetched
    Spec: 2025-11-25 client/elicitation, Safe URL Handling
    Fix: show the whole URL to the user, and let a browser open it once they have agreed

    Example: a consent page
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {mode: url, elicitationId: e1, url: "<origin>/canary", message: Pay}}}, {delay: 1500ms}]
        """
      When the client runs
      Then the client never asks for the path "/canary"

    Example: an error that names a page
      Fix: tell the user what the error -32042 names, and open nothing unasked
      Given the client speaks revision "2025-11-25" or later
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - raw: '{"jsonrpc":"2.0","id":<id>,"error":{"code":-32042,"message":"Pay first","data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":<origin>,"message":"Pay"}]}}}'
              - end: eof
        """
      When the client runs for at most 10s
      Then the client never asks for the path "/"

  @CLI-90 @MUST
  Rule: A client that has declared roots tells them, as files
    Spec: 2025-11-25 client/roots, Protocol Messages and Data Types
    Fix: answer roots/list with the member roots, an array; every uri begins with file://

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: roots/list, params: {}}}, {request: {method: roots/list, params: {}}}, {delay: 1500ms}]
        """
      When the client runs
      Then a client with roots answers "roots/list" with the member roots

  @CLI-111 @MUST
  Rule: Every root is a file
    Spec: 2025-11-25 client/roots, Root
    Fix: write the path as an URI that begins with file://

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: roots/list, params: {}}}, {request: {method: roots/list, params: {}}}, {delay: 1500ms}]
        """
      When the client runs
      Then every root is a file
