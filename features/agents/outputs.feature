@agents @virtual
Feature: A model reads what a tool returned
  What a call returns becomes text for a model, or a failure that says what could
  not be read.

  @OAI-80
  Rule: The output of a call is what the result says, block by block

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        tools:
          - {name: search, answer: {result: <result>}}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 returns this text:
        """
        <text>
        """

      Examples:
        | what                  | result                                                                          | text                                                     |
        | a text                | {content: [{type: text, text: found}]}                                          | found                                                    |
        | an image              | {content: [{type: image, data: aGk=, mimeType: image/png}]}                     | {"type":"image","data":"aGk=","mimeType":"image/png"}    |
        | a failure of the tool | {isError: true, content: [{type: text, text: no such file}]}                    | no such file                                             |
        | structured content    | {structuredContent: {n: 1}, content: [{type: text, text: one}]}                 | one                                                      |

    Example: two blocks are two lines
      Given server "docs" over http with this script:
        """yaml
        tools:
          - {name: search, answer: {result: {content: [{type: text, text: one}, {type: text, text: two}]}}}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 returns this text:
        """
        one
        two
        """

    Scenario Outline: structured content alone, <what>
      Given server "docs" over http with this script:
        """yaml
        tools:
          - {name: search, answer: {result: <result>}}
        """
      And server "docs" gives agents structured content alone
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      Then call 1 returns this text:
        """
        <text>
        """

      Examples:
        | what                     | result                                                                                 | text    |
        | there is some            | {structuredContent: {n: 1}, content: [{type: text, text: one}]}                        | {"n":1} |
        | it is one digit          | {structuredContent: 7, content: [{type: text, text: one}]}                             | 7       |
        | there is none            | {content: [{type: text, text: one}]}                                                   | one     |
        | there is nothing in it   | {structuredContent: null, content: [{type: text, text: one}]}                          | one     |
        | the tool has failed      | {isError: true, structuredContent: {n: 1}, content: [{type: text, text: one}]}         | one     |

    Scenario Outline: a result that cannot be read is a failure, <which>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<action>]}
        """
      And agent "writer" lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "echo" with:
        """json
        {"text": "hello"}
        """
      Then call 1 fails with "Error invoking MCP tool echo on server 'docs': reading the result: <why>"

      Examples:
        | which           | action                    | why |
        | its content     | {result: {content: 7}}    | "content" is a number at byte 11, not an array |
        | as a whole      | {result: 7}               | a number, not an object                        |

    Example: an error of the server is in the log, under the name that the model knows
      Given server "docs" over http
      And server "docs" answers "tools/call" with error -32000 "no"
      And agent "writer" names tools after their servers
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "mcp_docs__echo" with:
        """json
        {"text": "hello"}
        """
      Then the log has 1 warning of "docs" with "MCP tool mcp_docs__echo returned an error"

    Example: a server that is cleaned up is said to be so
      Given server "docs" over http
      And agent "writer" lets failures through
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager cleans up
      And agent "writer" calls tool "echo"
      Then call 1 fails with "Server not initialized. Make sure you call `connect()` first."
