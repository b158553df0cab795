@omp @virtual
Feature: A member of the wrong type is told with its place
  A result that cannot be read is lost for the one who asked for it. The author of the
  server can mend it if the error says which member it is.

  @OMP-TP-23
  Rule: A result of a call whose member has the wrong type fails the call, and the error says what was expected where

    Scenario Outline: <result>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [greet]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{result: <result>}]}
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      Then call 1 returns the error text "MCP error: reading the result of docs/greet: <why>"

      Examples:
        | result                                                  | why |
        | {content: 7}                                            | "content" is a number at byte 11, not an array |
        | {content: [7]}                                          | "content" is a number at byte 12, not an object |
        | {content: [{type: 7}]}                                  | "type" is a number at byte 20, not a string |
        | {content: [{type: text, text: 7}]}                      | "text" is a number at byte 34, not a string |
        | {content: [{type: image, data: 7}]}                     | "data" is a number at byte 35, not a string |
        | {content: [{type: image, mimeType: []}]}                | "mimeType" is an array at byte 39, not a string |
        | {content: [{type: resource, resource: 7}]}              | "resource" is a number at byte 42, not an object |
        | {content: [{type: resource, resource: {uri: 7}}]}       | "uri" is a number at byte 49, not a string |
        | {content: [{type: resource, resource: {mimeType: 7}}]}  | "mimeType" is a number at byte 54, not a string |
        | {content: [{type: resource, resource: {text: 7}}]}      | "text" is a number at byte 50, not a string |
        | {content: [{type: resource, resource: {blob: {}}}]}     | "blob" is an object at byte 50, not a string |
        | {content: [{type: resource_link, uri: 7}]}              | "uri" is a number at byte 42, not a string |
        | {content: [{type: resource_link, name: 7}]}             | "name" is a number at byte 43, not a string |
        | {content: [{type: resource_link, title: 7}]}            | "title" is a number at byte 44, not a string |
        | {content: [{type: resource_link, description: 7}]}      | "description" is a number at byte 50, not a string |
        | {content: [], isError: "true"}                          | "isError" is a string at byte 24, not a boolean |

  @OMP-TP-23
  Rule: A definition whose member has the wrong type is left out, and the log says which it is and what was expected

    Scenario Outline: <method>, <definition>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [greet]
        resources: ["doc:a"]
        templates: ["doc:{id}"]
        prompts: [review]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{result: {<member>: [<good>, <definition>]}}]}
        """
      When the runtime starts
      And 1m passes
      Then the log has 1 record of "docs" that ends with "<why>"
      And server "docs" is connected

      Examples:
        | method                   | member            | good                                   | definition                                              | why |
        | tools/list               | tools             | {name: a, inputSchema: {type: object}} | 7                                                       | some tools cannot be used leaving out tool 1 of server "docs": reading a tool: a number, not an object |
        | tools/list               | tools             | {name: a, inputSchema: {type: object}} | {name: 7, inputSchema: {type: object}}                  | some tools cannot be used leaving out tool 1 of server "docs": reading a tool: "name" is a number at byte 8, not a string |
        | tools/list               | tools             | {name: a, inputSchema: {type: object}} | {name: b, title: 7, inputSchema: {type: object}}        | some tools cannot be used leaving out tool 1 of server "docs": reading a tool: "title" is a number at byte 20, not a string |
        | tools/list               | tools             | {name: a, inputSchema: {type: object}} | {name: b, description: [], inputSchema: {type: object}} | some tools cannot be used leaving out tool 1 of server "docs": reading a tool: "description" is an array at byte 26, not a string |
        | tools/list               | tools             | {name: a, inputSchema: {type: object}} | {title: b, inputSchema: {type: object}}                 | some tools cannot be used leaving out tool 1 of server "docs": no name |
        | resources/list           | resources         | {uri: "a:", name: a}                   | "7"                                                     | listing with resources/list: definition 1: reading a resource: a string, not an object |
        | resources/list           | resources         | {uri: "a:", name: a}                   | {uri: 7, name: b}                                       | listing with resources/list: definition 1: reading a resource: "uri" is a number at byte 7, not a string |
        | resources/list           | resources         | {uri: "a:", name: a}                   | {uri: "b:", name: 7}                                    | listing with resources/list: definition 1: reading a resource: "name" is a number at byte 19, not a string |
        | resources/list           | resources         | {uri: "a:", name: a}                   | {uri: "b:", name: b, mimeType: 7}                       | listing with resources/list: definition 1: reading a resource: "mimeType" is a number at byte 34, not a string |
        | resources/list           | resources         | {uri: "a:", name: a}                   | {uri: "b:", name: b, title: 7}                          | listing with resources/list: definition 1: reading a resource: "title" is a number at byte 31, not a string |
        | resources/list           | resources         | {uri: "a:", name: a}                   | {uri: "b:", name: b, description: 7}                    | listing with resources/list: definition 1: reading a resource: "description" is a number at byte 37, not a string |
        | resources/list           | resources         | {uri: "a:", name: a}                   | {name: b}                                               | listing with resources/list: leaving out 1 definitions without a name |
        | resources/templates/list | resourceTemplates | {uriTemplate: "a:{b}", name: a}        | {uriTemplate: 7, name: b}                               | listing with resources/templates/list: definition 1: reading a resource template: "uriTemplate" is a number at byte 15, not a string |
        | resources/templates/list | resourceTemplates | {uriTemplate: "a:{b}", name: a}        | {uriTemplate: "a:", name: 7}                            | listing with resources/templates/list: definition 1: reading a resource template: "name" is a number at byte 27, not a string |
        | resources/templates/list | resourceTemplates | {uriTemplate: "a:{b}", name: a}        | {name: b}                                               | listing with resources/templates/list: leaving out 1 definitions without a name |
        | prompts/list             | prompts           | {name: a}                              | 7                                                       | listing with prompts/list: definition 1: reading a prompt: a number, not an object |
        | prompts/list             | prompts           | {name: a}                              | {name: 7}                                               | listing with prompts/list: definition 1: reading a prompt: "name" is a number at byte 8, not a string |
        | prompts/list             | prompts           | {name: a}                              | {name: b, title: 7}                                     | listing with prompts/list: definition 1: reading a prompt: "title" is a number at byte 20, not a string |
        | prompts/list             | prompts           | {name: a}                              | {name: b, description: 7}                               | listing with prompts/list: definition 1: reading a prompt: "description" is a number at byte 26, not a string |
        | prompts/list             | prompts           | {name: a}                              | {name: b, arguments: 7}                                 | listing with prompts/list: definition 1: reading a prompt: "arguments" is a number at byte 24, not an array |
        | prompts/list             | prompts           | {name: a}                              | {name: b, arguments: [{name: 7}]}                       | listing with prompts/list: definition 1: reading a prompt: "name" is a number at byte 33, not a string |
        | prompts/list             | prompts           | {name: a}                              | {name: b, arguments: [{name: c, title: 7}]}             | listing with prompts/list: definition 1: reading a prompt: "title" is a number at byte 45, not a string |
        | prompts/list             | prompts           | {name: a}                              | {name: b, arguments: [{name: c, required: 7}]}          | listing with prompts/list: definition 1: reading a prompt: "required" is a number at byte 48, not a boolean |
        | prompts/list             | prompts           | {name: a}                              | {name: b, arguments: [{name: c, description: 7}]}       | listing with prompts/list: definition 1: reading a prompt: "description" is a number at byte 51, not a string |
        | prompts/list             | prompts           | {name: a}                              | {title: b}                                              | listing with prompts/list: leaving out 1 definitions without a name |
