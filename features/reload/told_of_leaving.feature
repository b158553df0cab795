@qwen @virtual
Feature: Whoever uses the tools and prompts of a server hears that it has gone
  A list that is shown, or that a model was given, has to be made anew when a server goes.

  @QWEN-02 @QWEN-48 @QWEN-62
  Rule: That the tools and prompts of a server are gone is told once, in whatever way it goes

    Scenario Outline: over <kind>, <way>
      Given servers "docs, mail" over <kind>
      And server "docs" offers the prompts "draft"
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And <change>
      And 1s passes
      Then consumers were told of changed tools 1 time
      And consumers were told of changed prompts 1 time
      And the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"

      Examples:
        | kind  | way         | change                                               |
        | stdio | taken out   | the user settings are saved with the server "mail"   |
        | http  | taken out   | the user settings are saved with the server "mail"   |
        | ws    | taken out   | the user settings are saved with the server "mail"   |
        | stdio | excluded    | "mcp.excluded" becomes ["docs"] in the user settings |
        | http  | excluded    | "mcp.excluded" becomes ["docs"] in the user settings |
        | ws    | excluded    | "mcp.excluded" becomes ["docs"] in the user settings |
        | ws    | not allowed | "mcp.allowed" becomes ["mail"] in the user settings  |

  @QWEN-59
  Rule: Also a server over WebSocket takes its prompts along, whoever removes it

    Scenario Outline: <who>
      Given server "docs" over ws
      And server "docs" offers the prompts "draft, reply"
      And <given>
      And the workspace has started
      When <adds>
      Then the runtime has the prompts "draft, reply" of server "docs"
      When the counts start anew
      And <removes>
      And 1s passes
      Then the runtime has the prompts "" of server "docs"
      And consumers were told of changed prompts 1 time

      Examples:
        | who         | given                                    | adds                           | removes                                    |
        | the program | the workspace is trusted                 | the program adds server "docs" | the program removes server "docs"          |
        | settings    | the user settings define the server "docs" | 1s passes                    | "mcpServers" becomes {} in the user settings |

    Scenario Outline: all that it had is told, also by one that had resources, <who>
      Given server "docs" over stdio
      And server "docs" offers the resources "doc:a"
      And server "docs" offers the prompts "draft"
      And <given>
      And the workspace has started
      When <adds>
      And the counts start anew
      And <removes>
      And 1s passes
      Then the runtime has the prompts "" of server "docs"
      And consumers were told of changed prompts 1 time
      And consumers were told of changed resources 1 time

      Examples:
        | who         | given                                    | adds                           | removes                                    |
        | the program | the workspace is trusted                 | the program adds server "docs" | the program removes server "docs"          |
        | settings    | the user settings define the server "docs" | 1s passes                    | "mcpServers" becomes {} in the user settings |
