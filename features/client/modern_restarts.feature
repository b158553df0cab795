@target @modern
Feature: A client without a handshake keeps its place in time, and the names of the server
  There is no session that would remember anything: what a client wants it has to ask for
  again when its server is a new one, and otherwise when it needs it.

  @M-CLI-31 @MUST @stdio
  Rule: What a client subscribes to it asks for again when the server is started again
    Spec: 2026-07-28 basic/patterns/subscriptions, Graceful Closure
    Fix: keep the filters of your subscriptions, and send each again to the new process

    Example: the server ends during a list
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{delay: 500ms}, {exit: 1}]
        """
      When the client runs for at most 15s
      Then a server that is started again is subscribed to again

  @M-CLI-32 @SHOULD
  Rule: A list is not asked for by the clock
    Spec: 2026-07-28 server/utilities/caching, Freshness Calculation
    Fix: look at ttlMs when the list is needed, and ask again then

    Example: a list that is fresh for a moment only
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list}
            do: [{set: {path: /ttlMs, value: 200}}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs for at most 15s
      Then a list is asked for at most once while the call is open

  @M-CLI-128 @MUST
  Rule: A tool is called by the name that it has in the list
    Spec: 2026-07-28 server/tools, Calling Tools; Tool Names
    Fix: keep the name of the server beside the one that you show, and call by it

    Example: a dot, capitals and a hyphen
      Given the client is asked for "http-custom-headers"
      And the client is told:
        """json
        {"toolCalls": [{"name": "Data.Read-all_2", "arguments": {}}]}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - {name: Data.Read-all_2, inputSchema: {type: object}}
          - {name: data_read_all_2, inputSchema: {type: object}}
        """
      When the client runs for at most 10s
      Then every call is one of the tool "Data.Read-all_2"

  @M-CLI-139 @MUST
  Rule: A prompt or a resource is asked for by what it has in the list
    Spec: 2026-07-28 server/prompts, Getting a Prompt; server/resources, Reading Resources: a URI identifies a resource
    Fix: send the name of the prompt and the uri of the resource as the list has them; a title is for people, and a URI is not decoded or written anew

    Example: names and URIs that look different elsewhere
      Given this server:
        """yaml
        era: modern
        prompts: [{name: Review.The-code_2, arguments: [{name: language, required: true}]}]
        resources: [{uri: "docs://Guide/First%20steps%2Fa", name: First steps}, {uri: "note:größe", name: Sizes of things}]
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}]
        rules:
          - when: {method: prompts/list}
            do: [{set: {path: /prompts/0/title, value: Look at the code}}]
            mayNotHappen: true
          - when: {method: tools/call}
            do: [{delay: 1500ms}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then prompts and resources are asked for as they are listed

  @M-CLI-140 @SHOULD
  Rule: Arguments are sent as the client was told
    Spec: 2026-07-28 server/tools, Calling Tools (arguments)
    Fix: send arguments as they are: false, 0, an empty text and an empty list are values, and texts are not escaped

    Scenario Outline: <what>
      Given the client is asked for "http-custom-headers"
      And the client is told:
        """json
        {"toolCalls": [{"name": "take", "arguments": <arguments>}]}
        """
      And this server:
        """yaml
        era: modern
        tools: [{name: take, inputSchema: {type: object}}]
        """
      When the client runs for at most 10s
      Then every call has the arguments that the client was told

      Examples:
        | what                | arguments                                                                                    |
        | what is little      | {"flag": false, "size": 0, "text": "", "list": [], "nested": {"on": false, "list": [0, "", false]}} |
        | what looks special  | {"größe": "naïve 日本語 🚀 <b>&amp;</b> %41 'x'", "a.b-c": " two\\nlines ", "count": "007", "$all": ["b", "a"]} |

  @M-CLI-57 @SHOULD
  Rule: What a client declares it does
    Spec: 2026-07-28 basic, _meta: Per-request protocol fields; client/elicitation, Capabilities
    Fix: declare elicitation only if somebody can answer, and make the call again with the answer

    Example: a form
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, inputRequests: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {}}}}}}}]
        """
      When the client runs for at most 15s
      Then a form is answered by a client that has declared forms
