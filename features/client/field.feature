@target
Feature: A client survives what servers do in the field
  Nothing here is an obligation by the letter. Each example is a server that many
  people have met, and that a client can be expected to work with.

  @FF-42 @MAY
  Rule: A slow list is waited for
    Spec: robustness
    Fix: give listing the same patience as a call

    Example: two seconds
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{delay: 2s}]
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-43 @MAY
  Rule: A server that says with every list that it has changed is not asked for ever
    Spec: robustness
    Fix: wait a moment before you list again, and wait longer each time

    Example: each list is followed by list_changed
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{notify: notifications/tools/list_changed}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs
      Then at most 30 lists are asked for

  @FF-34 @MAY
  Rule: A cursor that never changes is not followed for ever
    Spec: robustness
    Fix: stop when a page names the cursor that it was asked for with

    Example: the cursor 8
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{cursor: "8"}]
        """
      When the client runs for at most 10s or 150 messages
      Then at most 100 lists are asked for
      And the client ends by itself

  @FF-37 @MAY
  Rule: One tool that is malformed does not hide the others
    Spec: robustness
    Fix: leave that tool out

    Example: a tool without input schema
      Given the client copes with a correct server
      And this server:
        """yaml
        tools:
          - {name: broken, raw: {name: broken}}
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs
      Then the client has done what it was asked for

    Example: a tool whose name is a number
      Given the client copes with a correct server
      And this server:
        """yaml
        tools:
          - {name: broken, raw: {name: 7, inputSchema: {type: object}}}
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs
      Then the client has done what it was asked for
