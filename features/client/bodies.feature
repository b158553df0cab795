@target @http
Feature: A client reads bodies as HTTP carries them
  Between a server and its client there are networks and proxies, which cut bodies
  into pieces, compress them, and lose their ends.

  @CLI-95 @MUST
  Rule: An answer that is compressed as the client allows is read
    Spec: RFC 9110, 12.5.3 (Accept-Encoding)
    Fix: decompress what Content-Encoding says, or do not send Accept-Encoding

    Scenario Outline: <method> in gzip
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: <method>}
            do: [{compress: {}}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | method     |
        | initialize |
        | tools/call |

  @CLI-102 @MAY
  Rule: An answer may be long
    Spec: robustness
    Fix: raise the limit of your reader

    Scenario Outline: two mebibytes as <form>
      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{as: <form>}, {pad: 2MiB}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | form |
        | json |
        | sse  |

  @CLI-104 @MAY
  Rule: An answer that is cut off is an error
    Spec: robustness
    Fix: fail the request when its body ends before its time

    Scenario Outline: <form>, cut in the middle
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{as: <form>}, {drop: 30}]
        """
      When the client runs for at most 15s
      Then the client calls a tool
      And the client fails by itself

      Examples:
        | form |
        | json |

  @FF-15 @SHOULD
  Rule: A batch is read where it exists
    Spec: 2025-03-26 basic, Batching
    Fix: read arrays of messages in revision 2025-03-26, or do not accept that revision

    Scenario Outline: <method> as an array of one, <form>
      Given the client copes with revision "2025-03-26"
      And the client understands event streams
      And this server:
        """yaml
        revisions: ["2025-03-26"]
        rules:
          - when: {method: <method>}
            do: [{as: <form>}, {batch: 1}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

      Examples:
        | method     | form |
        | tools/call | json |
        | tools/list | sse  |

    Example: a notification and the answer in one array
      Given the client copes with revision "2025-03-26"
      And the client understands event streams
      And this server:
        """yaml
        revisions: ["2025-03-26"]
        rules:
          - when: {method: tools/call}
            do:
              - sse:
                  events:
                    - data: '[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}},{"jsonrpc":"2.0","id":"<id>","result":{"content":[{"type":"text","text":"x"}]}}]'
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for
