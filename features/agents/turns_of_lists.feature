@agents @virtual
Feature: A list that is to be kept and a text of the server's own are treated like any other
  A cache is no way around a turn, and a reconnect none around a converter.

  @OAI-38 @OAI-78
  Rule: A list that is fetched to be kept takes its turn

    Example: between two calls
      Given server "docs" over http
      And server "docs" caches its tools
      And server "docs" answers "tools/call" after 2s
      And the manager has connected its servers
      When the program sends these requests to server "docs":
        """
        tools/call
        tools/list
        tools/call
        """
      And 10s pass
      Then operations 2 to 4 succeed
      And the operations ended in the order "1, 2, 3, 4"
      And server "docs" had at most 1 request in flight

  @OAI-40
  Rule: Calls that may be retried overlap like others

    Scenario Outline: two of three seconds over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And server "docs" answers "tools/call" after 3s
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 3s pass
      Then operations 2 to 3 succeed

      Examples:
        | transport | http       |
        | stdio     |            |
        | ws        |            |
        | sse       | legacy: {} |

  @OAI-70
  Rule: A schema that is written in several lines stays so

    Example: converted in both ways
      Given a tool with the metadata {"v":1} and this schema:
        """json
        {
          "type": "object",
          "properties": {
            "a": {}
          }
        }
        """
      When the tool is converted to strict form
      And the tool is converted
      Then the tool has the schema that it was given

  @OAI-80
  Rule: After a reconnect the server's text still comes before the agent's

    Example: both have one
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" turns failures into the text "server: "
      And agent "writer" turns failures into the text "agent: "
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 returns "server: MCP error -32000: no"
