@target @modern
Feature: A client that hears of a change reads the list again
  Without a session a client knows of a list what it read last, and for how long that was
  meant to be fresh. A change ends that at once.

  @M-CLI-156 @SHOULD
  Rule: A list that has changed is read again before it is used
    Spec: 2026-07-28 server/utilities/caching, Interaction with Notifications; Freshness Calculation
    Fix: forget what you keep of a list when list_changed comes, however fresh it is, and read the list before the next call

    Example: a list that was to be fresh for an hour
      Given the client lists again when the list changes
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list}
            do: [{set: {path: /ttlMs, value: 3600000}}]
          - when: {method: tools/call}
            do: [{delay: 500ms}, {notify: notifications/tools/list_changed}, {delay: 1500ms}]
        """
      When the client runs for at most 15s
      Then the list is asked for again after "notifications/tools/list_changed"

    @http
    Example: the schema of the next tool has changed
      Given the client mirrors a parameter
      And the client is asked for "http-custom-headers"
      And the client is told:
        """json
        {"toolCalls": [{"name": "first", "arguments": {}}, {"name": "second", "arguments": {"region": "north"}}]}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - {name: first, inputSchema: {type: object}}
          - {name: second, inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{set: {path: /tools/1/inputSchema, value: {type: object, properties: {region: {type: string}}}}}]
          - when: {tool: first}
            do: [{delay: 500ms}, {notify: notifications/tools/list_changed}, {delay: 1s}]
        """
      When the client runs for at most 15s
      Then the next call after "notifications/tools/list_changed" follows a new list

  @M-CLI-157 @MAY
  Rule: A change during a list is not lost
    Spec: robustness; 2026-07-28 basic/patterns/subscriptions, Receiving Notifications
    Fix: if list_changed comes while you list, list once more afterwards

    Example: the change comes while the list is read again
      Given the client lists again when the list changes
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list, nth: 2}
            do: [{notify: notifications/tools/list_changed}, {delay: 300ms}]
          - when: {method: tools/call}
            do: [{delay: 500ms}, {notify: notifications/tools/list_changed}, {delay: 4s}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then the list is asked for again after "notifications/tools/list_changed"

  @M-CLI-158 @MAY
  Rule: A burst of changes is one change
    Spec: robustness
    Fix: wait a moment after list_changed, and list once for all that came

    Example: two hundred in a moment
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{delay: 500ms}, {notify: {method: notifications/tools/list_changed, count: 200}}, {delay: 1500ms}]
        """
      When the client runs for at most 15s
      Then at most 20 lists are asked for
      And the client has done what it was asked for

  @M-CLI-159 @MAY
  Rule: A list that has changed is read from its beginning, to its end
    Spec: 2026-07-28 server/utilities/caching, Interaction with Pagination: cursors are of the list as it was
    Fix: forget the pages and cursors that you have when the list changes, and ask for all of it without a cursor

    Example: a list of two pages
      Given the client lists again when the list changes
      And the client follows cursors
      And this server:
        """yaml
        era: modern
        pageSize: 1
        tools:
          - first
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        rules:
          - when: {method: tools/call}
            do: [{delay: 500ms}, {notify: notifications/tools/list_changed}, {delay: 1500ms}]
        """
      When the client runs for at most 15s
      Then the list is read anew after "notifications/tools/list_changed"
