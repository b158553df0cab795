@agents @virtual
Feature: Requests on one HTTP session do not get in each other's way
  Servers over streamable HTTP may keep one exchange per session at a time, and a
  request that fails must not take the one beside it with it. So whatever uses the
  session waits for its turn, whatever kind of request it is.

  @OAI-37 @OAI-38 @OAI-78
  Rule: Over streamable HTTP requests of every kind go one after the other, in the order in which they were made

    Scenario Outline: <first> and then the others
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        rules:
          - {when: {phase: listing}, do: [{delay: 1s}]}
          - {when: {method: tools/call}, do: [{delay: 3s}]}
          - {when: {method: prompts/get}, do: [{delay: 2s}]}
          - {when: {method: resources/read}, do: [{delay: 2s}]}
        """
      And the manager has connected its servers
      When the counts start anew
      And the program sends "<first>" to server "docs"
      And the program sends these requests to server "docs":
        """
        tools/list
        tools/call
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """
      And 20s pass
      Then operations 2 to 9 succeed
      And the operations ended in the order "1, 2, 3, 4, 5, 6, 7, 8, 9"
      And server "docs" had at most 1 request in flight
      And server "docs" received in order:
        """
        <first>
        tools/list
        tools/call
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """

      Examples:
        | first                    |
        | tools/list               |
        | tools/call               |
        | prompts/list             |
        | prompts/get              |
        | resources/list           |
        | resources/templates/list |
        | resources/read           |

    Example: the wait before a retry and a session of its own hold nobody up
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
          - {when: {method: tools/call, nth: 2}, do: [{delay: 2s}, {status: 503}]}
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1s passes
      And the program sends "prompts/list" to server "docs"
      And 1500ms pass
      And the program sends "prompts/list" to server "docs"
      And 10s pass
      Then operation 3 ended at 1s
      And operation 4 ended at 2500ms
      And operation 2 ended at 3s

    Scenario Outline: each request brings its own answer over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        """
      And the manager has connected its servers
      When the program sends these requests to server "docs":
        """
        prompts/list
        prompts/get
        resources/list
        resources/templates/list
        resources/read
        """
      Then operation 2 has this result:
        """json
        [{"name":"hello"}]
        """
      And operation 3 has this result:
        """json
        {"messages":[{"role":"user","content":{"type":"text","text":""}}]}
        """
      And operation 4 has this result:
        """json
        [{"uri":"file:///a","name":"file:///a","mimeType":"text/plain"}]
        """
      And operation 5 has this result:
        """json
        [{"uriTemplate":"file:///{name}","name":"file:///{name}"}]
        """
      And operation 6 has this result:
        """json
        {"contents":[{"uri":"file:///a","mimeType":"text/plain","text":""}]}
        """

      Examples:
        | transport |
        | stdio     |
        | http      |
