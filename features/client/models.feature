@target
Feature: The model of a client does what it is asked for, and no more
  Who lends a model to a server says with which tools, and whether they have to be used. A
  server that gets something else has nothing to do with it.

  @CLI-147 @MUST
  Rule: A model uses the tools that it was given, as toolChoice says, and keeps to maxTokens
    Spec: 2025-11-25 client/sampling, Tool Choice Modes and Message Content; the client MUST respect maxTokens
    Fix: pass tools, toolChoice and maxTokens on to the model, and the uses of tools back with the names and inputs that it chose

    Scenario Outline: the mode <mode>
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: sampling/createMessage
                  params:
                    messages: [{role: user, content: {type: text, text: What is the weather like in Paris?}}]
                    maxTokens: 1000
                    tools:
                      - {name: get_weather, description: Weather of a city, inputSchema: {type: object, properties: {city: {type: string}}, required: [city]}}
                      - {name: get_time, description: Time in a city, inputSchema: {type: object, properties: {city: {type: string}}, required: [city]}}
                    toolChoice: {mode: <mode>}
              - delay: 1500ms
        """
      When the client runs
      Then the model answers as it was asked

      Examples:
        | mode     |
        | required |
        | none     |
        | auto     |

    Example: few tokens
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: sampling/createMessage, params: {messages: [{role: user, content: {type: text, text: Tell me a story}}], maxTokens: 3}}}, {delay: 1500ms}]
        """
      When the client runs
      Then the model answers as it was asked

  @CLI-148 @SHOULD
  Rule: Messages in which results of tools are missing, or mixed with others, are refused
    Spec: 2025-11-25 client/sampling, Error Handling (-32602) and Tool Result Messages
    Fix: look for the result of each use of a tool in the message that follows, and for anything beside these results

    Scenario Outline: <what>
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: sampling/createMessage
                  params:
                    messages:
                      - {role: user, content: {type: text, text: What is the weather like in Paris and in Rome?}}
                      - {role: assistant, content: [{type: tool_use, id: one, name: get_weather, input: {city: Paris}}, {type: tool_use, id: two, name: get_weather, input: {city: Rome}}]}
                      - {role: user, content: [<results>]}
                    maxTokens: 1000
                    tools: [{name: get_weather, inputSchema: {type: object, properties: {city: {type: string}}}}]
              - delay: 1500ms
        """
      When the client runs
      Then messages that lack results of tools are refused with -32602

      Examples:
        | what                   | results |
        | a result is missing    | {type: tool_result, toolUseId: one, content: [{type: text, text: sunny}]} |
        | a text beside results  | {type: tool_result, toolUseId: one, content: [{type: text, text: sunny}]}, {type: tool_result, toolUseId: two, content: [{type: text, text: rain}]}, {type: text, text: Which one is it?} |
