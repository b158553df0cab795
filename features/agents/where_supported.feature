@agents @virtual
Feature: A manager does what was asked for once, and only where it can
  Other requests and a dead process are no reason for a second session, and a budget of requests is
  none of connects.

  @OAI-44
  Rule: Neither a process that has died nor another request gets a session of its own

    Scenario Outline: <what> over <kind>
      Given server "docs" over <kind>
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When server "docs" drops its connections
      And 1s passes
      And the program sends "<what>" to server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" was started <started>

      Examples:
        | what           | kind  | started |
        | tools/call     | stdio | 1 time  |
        | tools/list     | stdio | 1 time  |
        | tools/call     | ws    | 0 times |

    Scenario Outline: <what> over <kind>, and the server <does>
      Given server "docs" over <kind> with this script:
        """yaml
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: <what>, nth: 1}, do: [<rule>]}]
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "<what>" to server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" received "<what>" 1 time

      Examples:
        | what           | kind  | does         | rule    |
        | prompts/get    | stdio | says nothing | never   |
        | prompts/list   | stdio | exits        | exit: 1 |
        | resources/read | stdio | says nothing | never   |
        | resources/read | ws    | says nothing | never   |
        | prompts/get    | ws    | is gone      | exit: 1 |

  @OAI-26
  Rule: A reconnect tries each failed server once, whatever its requests may cost and whoever shares its name

    Scenario Outline: requests are retried 3 times, <mode>
      Given servers "a, b" over <kind>
      And requests to server "a" are retried 3 times
      And server "a" answers "initialize" with error -32000 "no"
      And <mode>
      When the manager connects its servers
      And 1m passes
      And the counts start anew
      And the manager reconnects the failed servers
      And 1h passes
      Then server "a" received "initialize" 1 time
      And server "b" received "initialize" 0 times
      And the manager shows:
        | view      | servers |
        | connected | b       |
        | failed    | a       |

      Examples:
        | kind  | mode                                               |
        | http  | the manager gives up cleaning up a server after 9s |
        | stdio | the manager gives up cleaning up a server after 9s |
        | http  | the manager connects its servers in parallel       |

    Scenario Outline: two failed servers of one name, <mode>
      Given servers "docs, mail" over http
      And server "mail" is configured under the name "docs"
      And server "docs" answers "initialize" with error -32000 "no"
      And server "mail" answers "initialize" with error -32000 "no"
      And <mode>
      When the manager connects its servers
      And the counts start anew
      And the manager reconnects the failed servers
      Then server "docs" received "initialize" 1 time
      And server "mail" received "initialize" 1 time

      Examples:
        | mode                                               |
        | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       |

  @OAI-56
  Rule: The server's text comes first also where names have prefixes

    Scenario Outline: the agent <agent>
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        rules: [{when: {method: tools/call}, do: [error: {code: -32000, message: "no"}]}]
        """
      And server "mail" over http with this script:
        """yaml
        tools: [search]
        rules: [{when: {method: tools/call}, do: [error: {code: -32000, message: "no"}]}]
        """
      And server "docs" turns failures into the text "server: "
      And agent "<who>" turns failures into the text "agent: "
      And agent "writer" names tools after their servers
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "mcp_docs__search"
      And agent "writer" calls tool "mcp_mail__search"
      Then call 1 returns "server: MCP error -32000: no"
      And call 2 returns "<other>"

      Examples:
        | agent          | who    | other                                                                                  |
        | has a text     | writer | agent: MCP error -32000: no                                                            |
        | leaves it open | other  | An error occurred while running the tool. Please try again. Error: MCP error -32000: no |

  @OAI-65
  Rule: A list that was invalidated stays so through a change of the connection

    Scenario Outline: <how>
      Given server "docs" over http with this script:
        """yaml
        tools: [search, delete]
        """
      And server "docs" caches its tools
      And server "docs" shows agents only the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And server "docs" changes its tools to "search, read"
      And the tools of server "docs" are invalidated
      And <how>
      And the manager connects its servers
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 2 has the tools "search, read"

      Examples:
        | how                                |
        | the manager reconnects all servers |
        | the manager cleans up              |
        | the program cleans up server "docs" |
