@virtual
Feature: What is nearly true is not said
  A server that was never told that it is initialised is not connected, and one whose end
  failed is not connected any more.

  @U-07
  Rule: A server that refuses to be told that it is initialised is not called connected

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/initialized}, do: [status: 500]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is disconnected

      Examples:
        | profile  |
        | omp      |
        | hardened |
        | qwen     |
        | agents   |

  @U-07
  Rule: A server whose connection could not be closed is not called connected

    Scenario Outline: closing <fails>: <profile>
      Given the runtime of "<profile>" with the server "docs"
      And closing the connections of server "docs" <fails>
      And the runtime has started
      When all servers are disconnected
      And 1h passes
      Then server "docs" is disconnected

      Examples:
        | profile            | fails             |
        | omp                | fails with "busy" |
        | room               | fails with "busy" |
        | agents             | fails with "busy" |
        | agents in parallel | fails with "busy" |

  @U-02
  Rule: A filter that changes has its own server's tools chosen anew, and asks nobody anything

    Example: of two, one leaves out a tool
      Given the runtime of "qwen" with the servers "docs, mail"
      And the runtime has started
      When 1s passes
      And the counts start anew
      And "mcpServers.mail.excludeTools" becomes ["echo"] in the user settings
      And 1h passes
      Then server "docs" received nothing
      And server "mail" received nothing

  @U-05
  Rule: An agent whose run is given up gets no text for it, whatever its functions do with failures

    Scenario Outline: failures become a text, over <kind>
      Given the runtime is that of "agents"
      And server "docs" over <kind>
      And server "docs" offers the tools "search"
      And server "docs" turns failures into the text "docs: "
      And server "docs" never answers "tools/call"
      And an agent "writer"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search"
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted

      Examples:
        | kind  |
        | stdio |
        | http  |

  @U-08
  Rule: A warning about what a server said tells no value of its headers and variables

    Scenario Outline: <what>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over <kind> with this script:
        """yaml
        tools: [echo]
        rules: [{when: {method: tools/list, first: 3}, do: [<does>]}]
        """
      And server "docs" is defined with <secret>
      When the runtime starts
      And 1h passes
      Then "tok-1" is nowhere to be seen

      Examples:
        | profile | kind  | what                 | does                                                              | secret                                           |
        | omp     | http  | a cursor that returns | cursor: tok-1                                                    | the header "Authorization" set to "Bearer tok-1" |
        | omp     | stdio | a cursor that returns | cursor: tok-1                                                    | the variable "KEY" set to "tok-1"                |
        | qwen    | http  | a cursor that returns | cursor: tok-1                                                    | the header "X-Key" set to "tok-1"                |
