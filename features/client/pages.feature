@target
Feature: A client reads lists to their end, and not further
  A list comes in pages of the server's choosing. Who reads the first one only misses
  tools; who believes in every cursor reads for ever.

  @CLI-70 @SHOULD
  Rule: All pages of a list are asked for
    Spec: 2025-11-25 server/utilities/pagination, Implementation Guidelines
    Fix: ask again with nextCursor as long as an answer has one

    Example: the tool is on the second page
      Given this server:
        """yaml
        pageSize: 1
        tools:
          - first
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs
      Then every page of the list is asked for
      And the client calls a tool

    Example: the tool is on the first page
      Given the client copes with a correct server
      And this server:
        """yaml
        pageSize: 1
        tools:
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
          - second
        """
      When the client runs
      Then the client has done what it was asked for

    Example: a cursor that some languages take for nothing
      Given the client follows cursors
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: "0"}]
        """
      When the client runs
      Then every page of the list is asked for

    Example: three pages, and the last one is slow
      Given this server:
        """yaml
        pageSize: 1
        tools:
          - add_numbers
          - second
          - third
        rules:
          - when: {method: tools/list, nth: 3}
            do: [{delay: 1s}]
        """
      When the client runs
      Then every page of the list is asked for

    Example: eight pages, and the tool is on the last one
      Given the client follows cursors
      And this server:
        """yaml
        pageSize: 1
        tools:
          - second
          - third
          - fourth
          - fifth
          - sixth
          - seventh
          - eighth
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs
      Then every page of the list is asked for

    Example: prompts, resources and templates have pages, too
      Given the client follows cursors
      And this server:
        """yaml
        pageSize: 1
        prompts: [{name: first}, {name: second}]
        resources: [{uri: "file:///1", name: first}, {uri: "file:///2", name: second}]
        templates: [{uriTemplate: "file:///a/{x}", name: first}, {uriTemplate: "file:///b/{x}", name: second}]
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}]
        rules:
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs
      Then every page of the other lists is asked for

  @CLI-74 @SHOULD
  Rule: An empty page is not the last one
    Spec: 2025-11-25 server/utilities/pagination, Response Format: only a missing nextCursor ends a list
    Fix: look for nextCursor, not for the number of items

    Example: the first page is empty
      Given the client follows cursors
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: page-2}, {result: {tools: [], nextCursor: page-2}}]
        """
      When the client runs
      Then every page of the list is asked for

  @CLI-75 @MAY
  Rule: A list that is null or missing is an empty one, and a cursor that is null is none
    Spec: robustness; Go and other languages write empty lists as null
    Fix: take null and a missing member for no items, and for no next page

    Example: a cursor that is null
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{set: {path: /nextCursor, value: null}}]
        """
      When the client runs
      Then the client has done what it was asked for

    Scenario Outline: <what>
      Given the client follows cursors
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{cursor: page-2}, {result: <result>}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | what    | result                                |
        | null    | {"tools": null, "nextCursor": page-2} |
        | missing | {"nextCursor": page-2}                |

  @CLI-71 @MAY
  Rule: An empty cursor does not make a list endless
    Spec: robustness
    Fix: stop when a page names the cursor that it was asked for with, also if that is ""

    Example: each page names it
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{cursor: ""}]
        """
      When the client runs for at most 10s or 150 messages
      Then at most 100 lists are asked for

  @CLI-72 @MAY
  Rule: Cursors in a circle are not followed for ever
    Spec: robustness
    Fix: stop at a cursor that the list had before

    Example: two cursors that name each other
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{cursor: one}]
          - when: {method: tools/list, every: 2}
            do: [{cursor: two}]
        """
      When the client runs for at most 10s or 150 messages
      Then at most 100 lists are asked for

  @CLI-73 @MAY
  Rule: A list without end is given up
    Spec: robustness
    Fix: set a limit to the pages of one list

    Example: each page names a new cursor
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{cursor: "page-<n>"}]
        """
      When the client runs for at most 25s or 1100 messages
      Then at most 1000 lists are asked for
