@agents @virtual
Feature: What cannot succeed is not tried again
  A request that the server called wrong is wrong the next time, too, and nobody
  waits for a retry whose caller has left.

  @OAI-79
  Rule: A failure that would come again is not repeated, and a caller that gives up ends the retries

    Scenario Outline: <fault> over <transport>
      Given server "docs" over <transport>
      And requests on the shared session of server "docs" fail with "<fault>"
      And requests to server "docs" are retried <budget> times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took <shared> shared and <isolated> isolated tries

      Examples:
        | fault        | transport | budget | shared | isolated |
        | HTTP 404     | http      | 4      | 1      | 0        |
        | HTTP 404     | ws        | 4      | 1      | 0        |
        | error -32602 | stdio     | 4      | 1      | 0        |
        | error -32602 | http      | 4      | 1      | 0        |
        | error -32000 | stdio     | 4      | 5      | 0        |
        | HTTP 503     | stdio     | 4      | 5      | 0        |
        | HTTP 503     | http      | 4      | 1      | 1        |
        | cancelled    | http      | 0      | 1      | 0        |
        | HTTP 302     | http      | 2      | 3      | 0        |
        | cancelled    | stdio     | 2      | 3      | 0        |
        | timeout      | ws        | 2      | 3      | 0        |

    Example: given up while an isolated session waits for the answer
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And server "docs" never answers "tools/call"
      And requests to server "docs" are retried without end
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 2s pass
      And the program gives up operation 2
      Then operation 2 was aborted
      And operation 2 ended at 2s
      And requests to server "docs" took 1 shared and 1 isolated tries

    Scenario Outline: given up during the wait for the second retry, over <transport>
      Given server "docs" over <transport>
      And server "docs" answers "tools/call" with error -32000 "no"
      And requests to server "docs" are retried without end
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 2s pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 2s
      And requests to server "docs" took 2 shared and 0 isolated tries
      And no timer is pending

      Examples:
        | transport |
        | stdio     |
        | http      |

  @OAI-54 @OAI-55
  Rule: What an invalidated list says of arguments counts until there is a newer one

    Example: a call without what is required, before and after the next listing
      Given server "mail" over http with this script:
        """yaml
        tools: [{name: send, inputSchema: {type: object, required: [to]}}]
        """
      And server "mail" caches its tools
      And requests to server "mail" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/list" to server "mail"
      And the tools of server "mail" are invalidated
      And the program calls tool "send" of server "mail" with:
        """json
        {}
        """
      Then operation 3 fails with "Failed to call tool 'send' on MCP server 'mail': missing required parameters: to"
      And server "mail" received "tools/call" 0 times
      And no timer is pending

    Example: a call without what is required is refused while another call is under way
      Given server "mail" over http with this script:
        """yaml
        tools: [{name: send, inputSchema: {type: object, required: [to]}}]
        """
      And server "mail" never answers "tools/call"
      And the manager has connected its servers
      When the program sends "tools/list" to server "mail"
      And the program calls tool "send" of server "mail" with:
        """json
        {"to": "ada"}
        """
      And the program calls tool "send" of server "mail" with:
        """json
        {"from": "ada"}
        """
      Then operation 4 fails with "Failed to call tool 'send' on MCP server 'mail': missing required parameters: to"
      And server "mail" received "tools/call" 1 time
