@agents @virtual
Feature: What a server promises agents holds after the third connection and the second failure

  @OAI-54 @OAI-55
  Rule: Arguments are checked against the tools as they were listed last, also when the list is not used any more

    Example: the list was invalidated
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        """
      And server "docs" caches its tools
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the tools of server "docs" are invalidated
      And the program calls tool "search" of server "docs" with:
        """json
        {}
        """
      Then operation 3 fails with "Failed to call tool 'search' on MCP server 'docs': missing required parameters: query"
      And server "docs" received "tools/call" 0 times

  @OAI-78
  Rule: Requests take turns over the third connection and those after it

    Example: three reconnects
      Given server "docs" over http
      And server "docs" answers "tools/call" after 3s
      And the manager has connected its servers
      When the manager reconnects all servers
      And the manager reconnects all servers
      And the manager reconnects all servers
      And the program sends "tools/call" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 10s pass
      Then operation 5 ended at 3s
      And operation 6 ended at 6s
      And server "docs" had at most 1 request in flight

  @OAI-79
  Rule: Each failure on the shared session may be tried on one of its own, as long as the budget lasts

    Example: the second one, after a wait
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {method: tools/call, first: 3}, do: [{status: 503}]}]
        """
      And requests to server "docs" are retried 3 times
      And the first retry of requests to server "docs" comes after 1s
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 succeeds
      And requests to server "docs" took 2 shared and 2 isolated tries
      And requests to server "docs" waited "1s"
