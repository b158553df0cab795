@target @modern
Feature: What a server names is not fetched unasked, and what it takes back is not kept
  A URL in a schema or in a question is a text of a stranger. The server of these checks
  has something at each, and sees who comes.

  @M-CLI-34 @MUST @http
  Rule: No reference of a schema is fetched over the network
    Spec: 2026-07-28 basic, $ref Resolution
    Fix: resolve references within the schema alone; leave a tool out that needs others, or pass its schema on unread

    Scenario Outline: in <where>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list}
            do: [{set: {path: /tools/0/<where>, value: {type: object, properties: {a: {$ref: "<origin>/canary"}, b: {type: number}}}}}]
        """
      When the client runs for at most 15s
      Then the client never asks for the path "/canary"

      Examples:
        | where        |
        | inputSchema  |
        | outputSchema |

  @M-CLI-86 @MUST @http
  Rule: A URL that a question names is not fetched
    Spec: 2026-07-28 client/elicitation, Safe URL Handling
    Fix: show the whole URL to the user, and let a browser open it once they have agreed

    Example: a consent page
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, inputRequests: {it: {method: elicitation/create, params: {mode: url, message: m, url: "<origin>/canary"}}}}}]
        """
      When the client runs for at most 15s
      Then the client never asks for the path "/canary"

  @M-CLI-78 @SHOULD
  Rule: A list whose cursor is refused is asked for from its beginning
    Spec: 2026-07-28 server/utilities/caching, Interaction with Pagination
    Fix: drop all pages when a cursor is refused with -32602, and ask for the first one again

    Example: the second page, once
      Given the client follows cursors
      And this server:
        """yaml
        era: modern
        pageSize: 1
        tools:
          - first
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        rules:
          - when: {method: tools/list, nth: 2}
            do: [{error: {code: -32602, message: Invalid cursor}}]
        """
      When the client runs for at most 15s
      Then the list is asked for again from its beginning
