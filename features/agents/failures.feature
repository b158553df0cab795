@agents @virtual
Feature: What a model reads of a failed call is decided in one place
  A model that reads of a failure can try something else; a program that wants the
  error must get the error. And when the whole run was given up, nobody reads
  anything any more.

  @OAI-56 @real
  Rule: The server's text comes before the agent's, and the agent's before the default one

    Scenario Outline: the server <server>, the agent <agent>
      Given servers "docs, mail" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "<where>" turns failures into the text "server: "
      And agent "<who>" turns failures into the text "agent: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 returns "<text>"

      Examples:
        | server         | agent          | where | who    | text                                                                                    |
        | has a text     | has a text     | docs  | writer | server: MCP error -32000: no                                                            |
        | has a text     | leaves it open | docs  | other  | server: MCP error -32000: no                                                            |
        | leaves it open | has a text     | mail  | writer | agent: MCP error -32000: no                                                             |
        | leaves it open | leaves it open | mail  | other  | An error occurred while running the tool. Please try again. Error: MCP error -32000: no |

    Example: a server whose failures are to be errors, and an agent with a text
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" lets failures through
      And agent "writer" turns failures into the text "agent: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 fails with "MCP error -32000: no"

    Example: the text of one server is not that of another
      Given servers "docs, mail" over http
      And server "docs" offers the tool "search"
      And server "mail" offers the tool "send"
      And server "mail" answers "tools/call" with error -32000 "no"
      And server "docs" turns failures into the text "server: "
      And agent "writer" turns failures into the text "agent: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "send"
      Then call 1 returns "agent: MCP error -32000: no"

    Scenario Outline: the session fails with <fault>
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the session of server "docs" breaks with "<fault>"
      And agent "writer" calls tool "search"
      Then call 1 returns "An error occurred while running the tool. Please try again. Error: <text>"

      Examples:
        | fault     | text                                                                             |
        | HTTP 404  | Failed to call tool 'search' on MCP server 'docs': HTTP error 404                |
        | HTTP 304  | Failed to call tool 'search' on MCP server 'docs': HTTP error 304                |
        | timeout   | Failed to call tool 'search' on MCP server 'docs': Connection timeout.           |
        | cancelled | Failed to call tool 'search' on MCP server 'docs': tool execution was cancelled. |

  @OAI-57 @real
  Rule: A failure that is let through is an error and no text

    Example: the server lets it through, although the agent has a text
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" lets failures through
      And agent "writer" turns failures into the text "agent: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 fails with "MCP error -32000: no"

    Example: arguments that the tool does not allow
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        """
      And server "docs" lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 fails with "Failed to call tool 'search' on MCP server 'docs': missing required parameters: query"

    Example: what is no object
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search" with:
        """json
        [1]
        """
      Then call 1 fails with "Invalid JSON input for tool search: expected a JSON object"

    Example: the agent lets it through
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "no"
      And agent "writer" lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 fails with "MCP error -32000: no"

    Example: the server has a text, although the agent lets failures through
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" turns failures into the text "server: "
      And agent "writer" lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 returns "server: MCP error -32000: no"

  @OAI-58 @real
  Rule: A run that is given up gets its cancellation and no text

    Scenario Outline: over <transport>, <retries>, <end>
      Given server "docs" over <transport> with this script:
        """yaml
        {tools: [search], rules: [{when: {method: tools/call}, do: [never]}]}
        """
      And requests to server "docs" are retried <retries>
      And server "docs" turns failures into the text "server: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then listing 1 has the tools "search"
      When agent "writer" calls tool "search"
      And 2s pass
      And <end>
      Then call 1 <how>
      And call 1 ended at 2s

      Examples:
        | transport | retries     | end                           | how                                    |
        | stdio     | 0 times     | the caller gives up call 1    | was aborted                            |
        | http      | 0 times     | the caller gives up call 1    | was aborted                            |
        | http      | without end | the caller gives up call 1    | was aborted                            |
        | stdio     | 0 times     | the deadline of call 1 passes | fails with "context deadline exceeded" |
        | http      | 3 times     | the deadline of call 1 passes | fails with "context deadline exceeded" |
