@target @modern
Feature: Questions for a model or for a user are answered as they were asked
  What a server needs comes back in the next request. What does not fit costs one more round,
  or the call.

  @M-CLI-152 @MUST
  Rule: A model uses the tools that it was given, as toolChoice says, and keeps to maxTokens
    Spec: 2026-07-28 client/sampling, Tool Choice Modes and Message Content; the client MUST respect maxTokens
    Fix: pass tools, toolChoice and maxTokens on to the model, and the uses of tools back with the names and inputs that it chose

    Scenario Outline: <what>
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, inputRequests: {model: {method: sampling/createMessage, params: {messages: [{role: user, content: {type: text, text: What is the weather like in Paris?}}], <how>}}}}}]
        """
      When the client runs for at most 15s
      Then the model answers each question as it was asked

      Examples:
        | what                  | how                                                                                                                                                                                         |
        | a tool has to be used | maxTokens: 1000, tools: [{name: get_weather, inputSchema: {type: object, properties: {city: {type: string}}}}, {name: get_time, inputSchema: {type: object}}], toolChoice: {mode: required} |
        | no tool may be used   | maxTokens: 1000, tools: [{name: get_weather, inputSchema: {type: object, properties: {city: {type: string}}}}, {name: get_time, inputSchema: {type: object}}], toolChoice: {mode: none}     |
        | tools may be used     | maxTokens: 1000, tools: [{name: get_weather, inputSchema: {type: object, properties: {city: {type: string}}}}, {name: get_time, inputSchema: {type: object}}]                               |
        | few tokens            | maxTokens: 3                                                                                                                                                                                |

  @M-CLI-153 @SHOULD
  Rule: A URL is answered without the content of a form
    Spec: 2026-07-28 client/elicitation, Response Actions: in the mode url the content is omitted
    Fix: answer a question with a URL with the action alone

    Example: a consent page
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, inputRequests: {it: {method: elicitation/create, params: {mode: url, message: m, url: "https://example.com/ask"}}}}}]
        """
      When the client runs for at most 15s
      Then no question with a URL is answered with the content of a form
