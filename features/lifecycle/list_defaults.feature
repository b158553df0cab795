@omp @virtual
Feature: Without a word about it a list may be large, and no larger
  Who sets no switch relies on the bounds that are documented. They are far above what a
  useful server has, and far below what takes a program's memory or its user's time.

  @D-22
  Rule: A list holds 100,000 definitions, its cursors 64 KiB, and all its pages take 5 minutes

    Scenario Outline: <n> definitions, of which one has a name
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        resources: [a]
        rules:
          - when: {method: resources/list}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"a","name":"a"}'
              - raw: {text: ",{}", size: <bytes>}
              - raw: "]}}"
              - end: eof
        """
      When the runtime starts
      And 1s passes
      Then the runtime has the resources "<there>" of server "docs"
      And the log has 1 warning of "docs" with "<told>"

      Examples:
        | n      | bytes  | there | told                                                                                     |
        | 100000 | 299997 | a     | leaving out 99999 definitions without a name                                             |
        | 100001 | 300000 |       | more than 100000 definitions, 100001 in 1 page; the limit is the switch lists.items     |

    Scenario Outline: a cursor of <length> bytes
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        resources: [a]
        rules:
          - when: {method: resources/list, nth: 1}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"a","name":"a"}],"nextCursor":"'
              - raw: {text: x, size: <length>}
              - raw: '"}}'
              - end: eof
          - when: {method: resources/list, nth: 2}
            mayNotHappen: true
            do: [result: {resources: [{uri: b, name: b}]}]
        """
      When the runtime starts
      And 1s passes
      Then the runtime has the resources "<there>" of server "docs"
      And the log has <told> of "docs" with "a cursor of more than 65536 bytes, 65537 after 1 page; the limit is the switch lists.cursor"

      Examples:
        | length | there | told       |
        | 65536  | a, b  | 0 warnings |
        | 65537  |       | 1 warning  |

    Example: seventeen pages, each after 20 seconds
      Given server "docs" over stdio with this script:
        """yaml
        pageSize: 1
        tools: [t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17]
        """
      And server "docs" answers "tools/list" after 20s
      When the runtime starts
      And 10m pass
      Then startup returned at 300s
      And startup reported one error, of "docs", with "not all pages came within 5m0s, only 14; the limit is the switch lists.time"

  @D-27
  Rule: A new connection may be listed five times at once, however often the one before was

    Example: the server ends after seven lists
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {notify: notifications/tools/list_changed}]}
        """
      When the runtime starts
      And the clock reaches 1500ms
      And server "docs" exits with code 1
      And the clock reaches 4s
      Then server "docs" received "tools/list" at "0s, 0s, 0s, 0s, 0s, 1s, 1500ms, 1500ms, 1500ms, 1500ms, 1500ms, 2500ms, 3500ms"
