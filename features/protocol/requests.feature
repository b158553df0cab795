@omp @virtual
Feature: A server is asked for what it offers, and its answers are checked
  Prompts and resources of a server that offers none are not asked for. An answer of
  the wrong shape is a failure of its own and names the method.

  @F-52
  Rule: What a server does not offer is not asked for

    Scenario Outline: <what>
      Given server "docs" over stdio
      And the runtime has started
      When <step>
      Then call 1 fails with "<error>"
      And server "docs" received "<method>" 0 times

      Examples:
        | what      | step                                          | method         | error                          |
        | a prompt  | prompt "review" of server "docs" is filled in | prompts/get    | MCP server offers no prompts   |
        | resources | resource "doc:a" of server "docs" is read     | resources/read | MCP server offers no resources |

    Scenario Outline: subscriptions, of a server that offers <what>
      Given server "docs" over stdio with this script:
        """yaml
        capabilities: <capabilities>
        """
      When a bare connection to server "docs" is opened
      And the bare connection subscribes to "doc:a"
      Then request 1 fails with "MCP server offers no subscriptions"
      And server "docs" received "resources/subscribe" 0 times

      Examples:
        | what                        | capabilities                   |
        | nothing                     | {}                             |
        | resources as they are       | {resources: {}}                |

  @F-60
  Rule: A result of the wrong shape is a failure that names the method

    Scenario Outline: <method> answered with <result>
      Given server "docs" over stdio with this script:
        """yaml
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [{result: <result>}]}]
        """
      And the runtime has started
      When <step>
      Then call 1 fails with a text that begins with "reading the result of <method>: "
      And server "docs" received "<method>" 1 time
      And server "docs" is connected

      Examples:
        | method         | result          | step                                          |
        | prompts/get    | []              | prompt "review" of server "docs" is filled in |
        | prompts/get    | {messages: 7}   | prompt "review" of server "docs" is filled in |
        | resources/read | done            | resource "doc:a" of server "docs" is read     |
        | resources/read | {contents: {}}  | resource "doc:a" of server "docs" is read     |

  @OMP-TP-14
  Rule: Whatever is in a method's name, it goes out as JSON on one line

    Scenario Outline: the method <method>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the notification "<method>" is sent
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","method":"<written>"}
        """

      Examples:
        | method     | written    |
        | a/b c.d~   | a/b c.d~   |
        | größe      | größe      |
        | a\\b       | a\\\\b     |
        | <b>&       | <b>&       |
        | 日本       | 日本       |

  @FF-37
  Rule: A definition without a usable name costs no other

    Scenario Outline: beside <what>
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: tools/list}, do: [{result: {tools: [{name: a}, <bad>, {name: b}]}}]}]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b"
      And the log has 1 record of "docs" with "leaving out tool 1 of server"

      Examples:
        | what                         | bad                              |
        | nothing                      | null                             |
        | a text                       | search                           |
        | a tool without a name        | {description: d}                 |
        | a tool of no name            | {name: ""}                       |
        | a tool whose name is no text | {name: 7}                        |
        | odd descriptions             | {name: c, description: [1]}      |
