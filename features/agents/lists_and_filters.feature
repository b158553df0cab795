@agents @virtual
Feature: What is kept of a list depends on nothing but invalidations
  Failures, filters and connections come and go. Only who says that the tools have changed
  makes them be fetched, and only who says for whom is shown what a function chooses.

  Background:
    Given server "docs" over http
    And server "docs" offers the tools "search, read, delete"
    And server "docs" caches its tools
    And an agent "writer"

  @OAI-62
  Rule: Neither a call that fails nor a connection that is lost has a kept list fetched again

    Scenario Outline: a call meets <fault>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<action>]}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      And 10s pass
      And agent "writer" lists its tools
      Then listing 2 has the tools "search, read, delete"
      And server "docs" received "tools/list" 1 time

      Examples:
        | fault     | action                                    |
        | an error  | {error: {code: -32602, message: unknown}} |
        | a status  | {status: 404}                             |
        | no answer | never                                     |

  @OAI-63
  Rule: An invalidation counts whenever it comes, also while there is no connection

    Scenario Outline: <mode>
      Given <mode>
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager cleans up
      And the tools of server "docs" are invalidated
      And server "docs" changes its tools to "find"
      And the manager connects its servers
      And agent "writer" lists its tools
      And agent "writer" lists its tools
      Then listing 2 has the tools "find"
      And listing 3 has the tools "find"
      And server "docs" received "tools/list" 2 times

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-60 @OAI-66
  Rule: A filter of any kind works at once, on one fetch, for agents of every kind

    Example: a function that shows each agent its own
      Given server "docs" asks a function which tools it shows:
        | agent  | shows        |
        | writer | search       |
        | strict | search, read |
      And agent "strict" wants strict schemas
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "strict" lists its tools
      And the filter of server "docs" is removed
      And agent "strict" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, read"
      And listing 3 has the tools "search, read, delete"
      And server "docs" received "tools/list" 1 time

    Example: a filter that becomes a function, and one by name again
      Given server "docs" shows agents only the tool "delete"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the filter of server "docs" changes to a function that shows only "search, read"
      And agent "writer" lists its tools
      And the filter of server "docs" changes to show only "read"
      And agent "writer" lists its tools
      Then listing 2 has the tools "search, read"
      And listing 3 has the tools "read"
      And server "docs" received "tools/list" 1 time

  @OAI-67
  Rule: A function needs to know the agent and the run, also beside filters by name and with a list that is kept

    Scenario Outline: without <who>, beside a filter that <filter>
      Given server "docs" <filter>
      And server "docs" asks a function which tools it shows:
        | agent  | shows  |
        | writer | search |
      And the manager has connected its servers
      When agent "writer" lists its tools
      And tools are listed without <who>
      Then listing 1 has the tools "search"
      And listing 2 fails with "run_context and agent are required for dynamic tool filtering"

      Examples:
        | who      | filter                                       |
        | an agent | shows agents only the tools "search, delete" |
        | a run    | shows agents only the tools "search, delete" |
        | an agent | hides from agents the tool "delete"          |
        | a run    | hides from agents the tool "delete"          |

  @OAI-80
  Rule: After a reconnect schemas, reserved names and structured content are as they were configured

    Example: an agent that wants strict schemas, and one that reads structured content
      Given server "mail" over http with this script:
        """yaml
        tools:
          - {name: send, inputSchema: {type: object, properties: {to: {}}}, answer: {result: {structuredContent: {n: 1}, content: [{type: text, text: one}]}}}
        """
      And server "mail" gives agents structured content alone
      And server "docs" shows agents only the tools ""
      And agent "strict" wants strict schemas
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "strict" lists its tools
      And agent "strict" calls tool "send"
      Then listing 1 describes the tools as:
        | name | strict | schema                                                                                |
        | send | yes    | {"additionalProperties":false,"properties":{"to":{}},"required":["to"],"type":"object"} |
      And call 1 returns this text:
        """
        {"n":1}
        """
