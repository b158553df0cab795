@target @modern @http
Feature: A client mirrors what a tool asks for, wherever it is
  Gateways route by these headers. One that is missing, or that says null, sends a call to
  the wrong place.

  Background:
    Given the client mirrors a parameter
    And the client is asked for "http-custom-headers"

  @M-CLI-64 @MUST
  Rule: Null and absent arguments have no header, and other values look as in JSON
    Spec: 2026-07-28 basic/transports/streamable-http, Server Behavior for Custom Headers; Value Encoding
    Fix: leave the header out for null; write true and false in lower case, and integers in decimal

    Example: each of them
      Given the client is told:
        """json
        {"toolCalls": [{"name": "route", "arguments": {"flag": true, "size": -7, "none": null}}, {"name": "route", "arguments": {"flag": false, "size": 0}}, {"name": "route", "arguments": {"size": 1000000000000000}}, {"name": "route", "arguments": {"usual": ""}}]}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema:
              type: object
              properties:
                flag: {type: boolean, x-mcp-header: Flag}
                size: {type: integer, x-mcp-header: Size}
                none: {type: string, x-mcp-header: None}
                absent: {type: string, x-mcp-header: Absent}
                usual: {type: string, default: north, x-mcp-header: Usual}
        """
      When the client runs for at most 15s
      Then "route" is called with the headers of its definition

    Example: in each round of a call
      Given the client is told:
        """json
        {"toolCalls": [{"name": "route", "arguments": {"flag": true}}]}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {flag: {type: boolean, x-mcp-header: Flag}}}
            rounds: [{state: true}]
            answer: done
        """
      When the client runs for at most 15s
      Then "route" is called with the headers of its definition

    Example: in the round that answers a form
      Given the client is told:
        """json
        {"toolCalls": [{"name": "route", "arguments": {"flag": true}}]}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {flag: {type: boolean, x-mcp-header: Flag}}}
            rounds: [{inputs: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {}}}}}}]
            answer: done
        """
      When the client runs for at most 15s
      Then "route" is called with the headers of its definition

  @M-CLI-65 @MUST
  Rule: Nested parameters are mirrored, too
    Spec: 2026-07-28 basic/transports/streamable-http, Schema Extension
    Fix: follow properties within properties, and read the value at the same path of the arguments

    Example: two levels down
      Given the client is told:
        """json
        {"toolCalls": [{"name": "route", "arguments": {"where": {"place": {"region": "north"}}}}]}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema:
              type: object
              properties: {where: {type: object, properties: {place: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}}}}
        """
      When the client runs for at most 15s
      Then "route" is called with the headers of its definition
