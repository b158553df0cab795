@target
Feature: A client stands the notices of servers
  Logs hold any data, cancellations come too late, and changes come when nobody has
  time for them.

  @CLI-93 @MAY
  Rule: Log messages may hold any data
    Spec: 2025-11-25 server/utilities/logging, Log Message Notifications
    Fix: show data as JSON if it is no text; take any level and no logger

    Scenario Outline: <data>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{notify: {method: notifications/message, params: {level: emergency, data: <data>}}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | data                        |
        | {error: broken, code: [1]}  |
        | 42                          |
        | null                        |

  @CLI-94 @SHOULD
  Rule: A cancellation of nothing is ignored
    Spec: 2025-11-25 basic/utilities/cancellation, Error Handling
    Fix: ignore notifications/cancelled of unknown requests, and malformed ones

    Scenario Outline: <params>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{notify: {method: notifications/cancelled, params: <params>}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | params                            |
        | {requestId: nobody, reason: late} |
        | {reason: without an id}           |

  @CLI-79 @MAY
  Rule: A change during a list is not lost
    Spec: robustness
    Fix: if list_changed comes while you list, list once more afterwards

    Example: the change comes before the answer
      Given the client lists again when the list changes
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{notify: notifications/tools/list_changed}, {delay: 200ms}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs
      Then the list is asked for again after "notifications/tools/list_changed"

    Example: the change comes while the list is read again
      Given the client lists again when the list changes
      And this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 2}
            do: [{notify: notifications/tools/list_changed}, {delay: 300ms}]
          - when: {method: tools/call}
            do: [{notify: notifications/tools/list_changed}, {delay: 4s}]
            mayNotHappen: true
        """
      When the client runs
      Then the list is asked for again after "notifications/tools/list_changed"

  @CLI-134 @MAY
  Rule: A list that has changed is read from its beginning, to its end
    Spec: robustness; 2025-11-25 server/utilities/pagination: cursors are of the list as it was
    Fix: forget the pages and cursors that you have when the list changes, and ask for all of it without a cursor

    Example: a list of two pages
      Given the client lists again when the list changes
      And the client follows cursors
      And this server:
        """yaml
        pageSize: 1
        tools:
          - first
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        rules:
          - when: {method: tools/call}
            do: [{notify: notifications/tools/list_changed}, {delay: 1500ms}]
        """
      When the client runs
      Then the list is read anew after "notifications/tools/list_changed"

  @CLI-80 @MAY
  Rule: A burst of changes is one change
    Spec: robustness
    Fix: wait a moment after list_changed, and list once for all that came

    Example: two hundred in a moment
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{notify: {method: notifications/tools/list_changed, count: 200}}, {delay: 1500ms}]
        """
      When the client runs
      Then at most 20 lists are asked for
      And the client has done what it was asked for
