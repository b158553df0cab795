@target
Feature: A client keeps its calls and the server's apart
  A call that takes long is given up at some time, and the server should hear of it.

  @CLI-50 @MUST
  Rule: A client completes a call
    Spec: 2025-11-25 server/tools, Calling Tools
    Fix: connect to a correct server first: mcpsim serve, and read what it logs

    Example: a correct server
      Given a correct server
      When the client runs
      Then the client completes a call with a correct server

  @CLI-12 @SHOULD
  Rule: A call that is given up is cancelled, once, with its own id
    Spec: 2025-11-25 basic/lifecycle, Timeouts
    Fix: send notifications/cancelled with the id of the request, in its own type, when you stop waiting

    Example: a server that does not answer
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then a call that is given up is cancelled, once, with its own id

    Example: a call that is followed by another
      Given the client copes with a correct server
      And the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{ignore: [cancel]}, {as: sse}, {delay: 2s}]
          - when: {tool: add_numbers}
            do: [{delay: 2s}]
        """
      When the client runs
      Then a call that is given up is cancelled, once, with its own id

    Example: a call that has told of its progress
      Given the client copes with a correct server
      And the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1000}
        """
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{progress: {count: 3, every: 100ms}}, {never: {}}]
          - when: {tool: add_numbers}
            do: [{delay: 1s}]
        """
      When the client runs for at most 25s
      Then a call that is given up is cancelled, once, with its own id

  @CLI-14 @SHOULD
  Rule: The answer to a call that was cancelled is ignored
    Spec: 2025-11-25 basic/utilities/cancellation, Behavior Requirements
    Fix: drop answers whose id nobody waits for, and go on

    Example: the answer comes during the next call
      Given the client copes with a correct server
      And the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1500}
        """
      And this server:
        """yaml
        rules:
          - when: {tool: slow}
            do: [{ignore: [cancel]}, {as: sse}, {delay: 2s}]
          - when: {tool: add_numbers}
            do: [{delay: 1s}]
        """
      When the client runs
      Then the answer of a call that was cancelled arrives
      And the client ends with code 0
      And every call that is not cancelled is waited for

  @SEP-1034 @SHOULD
  Rule: A form that is accepted as it is carries its defaults
    Spec: 2025-11-25 client/elicitation, Requested Schema
    Fix: fill in the default of every field that the user has left alone

    Example: five kinds of fields
      Given the client understands event streams
      And the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  reply: "{answer}"
                  params:
                    message: Accept the defaults
                    requestedSchema:
                      type: object
                      properties:
                        name: {type: string, default: John Doe}
                        age: {type: integer, default: 30}
                        score: {type: number, default: 95.5}
                        status: {type: string, enum: [active, inactive], default: active}
                        verified: {type: boolean, default: true}
        """
      When the client runs
      Then the form is not declined
      And the request "elicitation/create" is answered with:
        """json
        {"action": "accept", "content": {"name": "John Doe", "age": 30, "score": 95.5, "status": "active", "verified": true}}
        """

    Example: several choices
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  reply: "{answer}"
                  params:
                    message: Accept the defaults
                    requestedSchema:
                      type: object
                      properties:
                        colours: {type: array, items: {type: string, enum: [red, green, blue]}, default: [green, blue]}
        """
      When the client runs
      Then the form is not declined
      And the request "elicitation/create" is answered with:
        """json
        {"action": "accept", "content": {"colours": ["green", "blue"]}}
        """

    Example: defaults that are false, zero or empty
      Given the client understands event streams
      And the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - request:
                  method: elicitation/create
                  reply: "{answer}"
                  params:
                    message: Accept the defaults
                    requestedSchema:
                      type: object
                      properties:
                        nickname: {type: string, default: ""}
                        count: {type: integer, default: 0}
                        verified: {type: boolean, default: false}
        """
      When the client runs
      Then the form is not declined
      And the request "elicitation/create" is answered with:
        """json
        {"action": "accept", "content": {"nickname": "", "count": 0, "verified": false}}
        """
