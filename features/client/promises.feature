@target
Feature: A client does what it has declared
  A server asks only for what was declared, and works with what comes back.

  @CLI-91 @MUST
  Rule: A client that has declared elicitation answers with an action
    Spec: 2025-11-25 client/elicitation, Response Actions
    Fix: answer elicitation/create with the member action: accept, decline or cancel

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  params:
                    message: Who are you?
                    requestedSchema:
                      type: object
                      properties: {name: {type: string}, age: {type: integer}, sure: {type: boolean}, state: {type: string, enum: [new, old]}}
              - request: {method: elicitation/create, params: {mode: form, message: And now?, requestedSchema: {type: object, properties: {name: {type: string}}}}}
              - delay: 1500ms
        """
      When the client runs
      Then a client with elicitation answers "elicitation/create" with the member action
      And the action is accept, decline or cancel

    @MAY
    Example: forms that say more than they must
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  params:
                    message: Who are you?
                    requestedSchema:
                      type: object
                      properties: {name: {type: string}, age: {type: integer}, sure: {type: boolean}, state: {type: string, enum: [new, old]}}
              - request:
                  method: elicitation/create
                  params:
                    mode: form
                    message: And now?
                    requestedSchema:
                      type: object
                      properties: {code: {type: string, minLength: 2, maxLength: 5}, percent: {type: number, minimum: 0, maximum: 100}, colours: {type: array, items: {type: string, enum: [red, green]}}}
              - request:
                  method: elicitation/create
                  params:
                    mode: form
                    message: Which one?
                    requestedSchema:
                      $schema: "https://json-schema.org/draft/2020-12/schema"
                      type: object
                      properties: {colour: {type: string, title: Colour, description: of the car, oneOf: [{const: r, title: Red}, {const: g, title: Green}], default: g}}
                      additionalProperties: false
              - delay: 1500ms
        """
      When the client runs
      Then a client with elicitation answers "elicitation/create" with the member action

  @CLI-135 @SHOULD
  Rule: A mode of elicitation that was declared is not refused
    Spec: 2025-11-25 client/elicitation, Capabilities and Error Handling (-32602 is for modes that were not declared)
    Fix: declare the modes that somebody can answer, and no others; decline what the user does not want

    Example: a form
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  params:
                    message: Who are you?
                    requestedSchema:
                      type: object
                      properties: {name: {type: string}, age: {type: integer}, sure: {type: boolean}, state: {type: string, enum: [new, old]}}
              - request: {method: elicitation/create, params: {mode: form, message: And now?, requestedSchema: {type: object, properties: {name: {type: string}}}}}
              - delay: 1500ms
        """
      When the client runs
      Then a client that has declared "form" does not refuse it

    Example: a URL
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {mode: url, elicitationId: e1, url: "https://example.com/ask", message: Pay}}}, {delay: 1500ms}]
        """
      When the client runs
      Then a client that has declared "url" does not refuse it

  @CLI-122 @SHOULD
  Rule: What is accepted fits the form
    Spec: 2025-11-25 client/elicitation, Requested Schema and Security Considerations
    Fix: compare the content with requestedSchema before you send it: an object, the types, the enums

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  params:
                    message: Who are you?
                    requestedSchema:
                      type: object
                      properties: {name: {type: string}, age: {type: integer}, sure: {type: boolean}, state: {type: string, enum: [new, old]}}
              - request:
                  method: elicitation/create
                  params:
                    mode: form
                    message: And now?
                    requestedSchema:
                      type: object
                      properties: {code: {type: string, minLength: 2, maxLength: 5}, percent: {type: number, minimum: 0, maximum: 100}, colours: {type: array, items: {type: string, enum: [red, green]}}}
              - request:
                  method: elicitation/create
                  params:
                    mode: form
                    message: Which one?
                    requestedSchema:
                      $schema: "https://json-schema.org/draft/2020-12/schema"
                      type: object
                      properties: {colour: {type: string, title: Colour, description: of the car, oneOf: [{const: r, title: Red}, {const: g, title: Green}], default: g}}
                      additionalProperties: false
              - delay: 1500ms
        """
      When the client runs
      Then the content that is accepted fits the form

    Example: everything is required
      Fix: fill in what is required before you accept, or decline: a choice is its const and not its title, several are a list
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  params:
                    mode: form
                    message: Which ones?
                    requestedSchema:
                      type: object
                      properties:
                        size: {type: string, oneOf: [{const: s, title: Small}, {const: l, title: Large}]}
                        colours: {type: array, minItems: 1, items: {anyOf: [{const: r, title: Red}, {const: g, title: Green}]}}
                        days: {type: array, minItems: 1, items: {type: string, enum: [mon, tue]}}
                        unit: {type: string, enum: [a, b], enumNames: [First, Second]}
                        count: {type: integer, minimum: 3}
                        mail: {type: string, format: email}
                      required: [size, colours, days, unit, count, mail]
              - delay: 1500ms
        """
      When the client runs
      Then the content that is accepted fits the form

  @CLI-138 @SHOULD
  Rule: A URL is answered without the content of a form
    Spec: 2025-11-25 schema, ElicitResult: content is that of the mode form, and omitted for others
    Fix: answer a question with a URL with the action alone

    Example: during a call
      Given the client speaks revision "2025-11-25" or later
      And the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {mode: url, elicitationId: e1, url: "https://example.com/ask", message: Pay}}}, {delay: 1500ms}]
        """
      When the client runs
      Then the answer to a URL has no content

  @CLI-137 @MUST
  Rule: Progress is told of requests that asked for it
    Spec: 2025-11-25 basic/utilities/progress, Behavior Requirements
    Fix: send notifications/progress with the token of an open request of the server alone, and a higher value each time

    Example: a form that asks for it
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {_meta: {progressToken: form-1}, message: Who?, requestedSchema: {type: object, properties: {name: {type: string}}}}}}, {delay: 1500ms}]
        """
      When the client runs
      Then progress is told of what the server asked for

    Example: every situation
      When the client runs in every situation
      Then progress is told of what the server asked for

  @CLI-123 @MUST
  Rule: A client that has declared sampling answers with a message
    Spec: 2025-11-25 client/sampling, Creating Messages
    Fix: answer sampling/createMessage with role, model and content, or with an error of the user's

    Example: during a call
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: sampling/createMessage, params: {messages: [{role: user, content: {type: text, text: hi}}], maxTokens: 10}}}, {delay: 1500ms}]
        """
      When the client runs
      Then a client with sampling answers with a message
