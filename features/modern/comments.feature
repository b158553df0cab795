@omp @virtual
Feature: What a stream says in comments is for nobody
  Servers and proxies keep streams alive with comments, wherever these fall: before an
  event, between its lines, behind it. Some of them look like messages.

  @MOD-02 @MOD-CLI-67
  Rule: A comment changes nothing, wherever it stands and whatever it says

    Scenario Outline: <where>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [sse: {events: [<events>]}]}
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      Then call 1 returns "ok"
      And the host saw these notifications of server "docs": "<heard>"

      Examples:
        | where                       | events                                                                                                          | heard |
        | between the lines of one    | {raw: "data: {\"jsonrpc\": \"2.0\",\\n: still there\\ndata: \"method\": \"notifications/message\"}\\n\\n"}, {answer: true} | notifications/message |
        | behind the lines of one     | {raw: "data: {\"jsonrpc\": \"2.0\", \"method\": \"notifications/message\"}\\n: still there\\n\\n"}, {answer: true} | notifications/message |
        | alone                       | {comment: still there}, {raw: ":\\n\\n"}, {answer: true}                                                            |       |
        | with a message in it        | {raw: ": {\"jsonrpc\": \"2.0\", \"method\": \"notifications/message\"}\\n\\n"}, {answer: true}                        |       |
        | with a field in it          | {raw: ":data: {\"jsonrpc\": \"2.0\", \"method\": \"notifications/message\"}\\n\\n"}, {answer: true}                    |       |
        | empty, between the lines    | {raw: "data: {\\"jsonrpc\\": \\"2.0\\",\\n:\\ndata: \\"method\\": \\"notifications/message\\"}\\n\\n"}, {answer: true} | notifications/message |
        | of a blank, between the lines | {raw: "data: {\\"jsonrpc\\": \\"2.0\\",\\n: \\ndata: \\"method\\": \\"notifications/message\\"}\\n\\n"}, {answer: true} | notifications/message |

    Scenario Outline: <n> bytes of it between the lines of an answer
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules:
          - when: {method: tools/call}
            do:
              - headers: {Content-Type: text/event-stream}
              - raw: 'data: {"jsonrpc": "2.0",'
              - raw: "\n: "
              - raw: {text: x, size: <n>}
              - raw: "\n"
              - raw: 'data: "id": <id>, "result": {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}}'
              - raw: "\n\n"
              - end: eof
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      Then call 1 returns "done"

      Examples:
        | n       |
        | 1       |
        | 1001    |
        | 1000000 |

    Example: it gives no name to an event that cannot be read, which fails the call
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [sse: {events: [{raw: ": heartbeat\ndata: {no\n\n"}, {answer: true}]}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      Then call 1 returns an error text with "parsing an event"
