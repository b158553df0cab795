@target @stdio
Feature: A client outlives a server that is stuck
  Pipes are short. A server that does not read blocks a client that writes, and one that
  writes for ever fills a client that remembers. The user wants an error, and an end.

  @FF-04 @MAY
  Rule: A server that frames its messages in another way is an error
    Spec: 2025-11-25 basic/transports, stdio: messages are delimited by newlines; robustness
    Fix: let the timeout of initialize run whatever comes; say which lines could not be read

    Scenario Outline: <what>
      Given the client copes with a correct server
      And the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{frame: <frame>}]
        """
      When the client runs for at most 25s
      Then the client ends by itself

      Examples:
        | what                     | frame                 |
        | JSON on many lines       | {indent: true}        |
        | the headers of an editor | {contentLength: true} |

  @FF-10 @MAY
  Rule: A line without end does not stop the client
    Spec: robustness
    Fix: bound the line that you remember, and fail the call or skip to the next line end

    Example: sixty-four mebibytes
      Given the client copes with a correct server
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{raw: {text: x, size: 64MiB}}, {raw: "\n"}]
        """
      When the client runs for at most 25s
      Then the client calls a tool
      And the client ends by itself

  @FF-17 @MAY
  Rule: A server that does not read does not stop the client
    Spec: robustness; pipes hold some kilobytes, and what writes more waits
    Fix: write apart from all else, with a timeout; never wait for a write when you close

    Example: it asks, and takes no answers
      Given the client copes with a correct server
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - {stdin: stop}
              - raw: {text: "{\"jsonrpc\":\"2.0\",\"id\":\"an id that is so long that the answers soon fill what lies between client and server\",\"method\":\"ping\"}\n", size: 2MiB}
              - {never: {}}
        """
      When the client runs for at most 25s
      Then the client calls a tool
      And the client ends by itself
