@target
Feature: A client knows what it has listed by the names of the server
  Models and other programs take fewer characters than servers use, and clients put names
  into a form that these take. What is called has the name of the list.

  @CLI-128 @MUST
  Rule: A tool is called by the name that it has in the list
    Spec: 2025-11-25 server/tools, Calling Tools; Tool Names
    Fix: keep the name of the server beside the one that you show, and call by it

    Scenario Outline: <what>
      Given the client is asked for "http-custom-headers"
      And the client is told:
        """json
        {"toolCalls": [{"name": "<name>", "arguments": {}}]}
        """
      And this server:
        """yaml
        tools:
          - {name: <name>, inputSchema: {type: object}}
          - {name: <other>, inputSchema: {type: object}}
        """
      When the client runs for at most 10s
      Then every call is one of the tool "<name>"

      Examples:
        | what                | name                                                                     | other           |
        | a dot and a hyphen  | Data.Read-all_2                                                          | Data_Read_all_2 |
        | capitals and small  | getData                                                                  | getdata         |
        | more than 64 letters | tools_of_the_department_of_weights_and_measures_convert_length_to_metres | tools           |

  @CLI-144 @MUST
  Rule: A prompt or a resource is asked for by what it has in the list
    Spec: 2025-11-25 server/prompts, Getting a Prompt; server/resources, Reading Resources: a URI identifies a resource
    Fix: send the name of the prompt and the uri of the resource as the list has them; a title is for people, and a URI is not decoded or written anew

    Example: names and URIs that look different elsewhere
      Given this server:
        """yaml
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

  @CLI-145 @SHOULD
  Rule: Arguments are sent as the client was told
    Spec: 2025-11-25 server/tools, Calling Tools (arguments)
    Fix: send arguments as they are: false, 0, an empty text and an empty list are values, and texts are not escaped

    Scenario Outline: <what>
      Given the client is asked for "http-custom-headers"
      And the client is told:
        """json
        {"toolCalls": [{"name": "take", "arguments": <arguments>}]}
        """
      And this server:
        """yaml
        tools: [{name: take, inputSchema: {type: object}}]
        """
      When the client runs for at most 10s
      Then every call has the arguments that the client was told

      Examples:
        | what                | arguments                                                                                    |
        | what is little      | {"flag": false, "size": 0, "text": "", "list": [], "nested": {"on": false, "list": [0, "", false]}} |
        | what looks special  | {"größe": "naïve 日本語 🚀 <b>&amp;</b> %41 'x'", "a.b-c": " two\\nlines ", "count": "007", "$all": ["b", "a"]} |

  @CLI-129 @MAY
  Rule: A list that the server does not know after all is an empty one
    Spec: robustness; servers declare resources and have no templates
    Fix: take the error -32601 to a list for no items, and go on

    Scenario Outline: <method>
      Given the client copes with a correct server
      And this server:
        """yaml
        capabilities: {tools: {}, prompts: {}, resources: {}, completions: {}}
        rules:
          - when: {method: <method>}
            do: [{error: {code: -32601, message: Method not found}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | method                   |
        | prompts/list             |
        | resources/list           |
        | resources/templates/list |
