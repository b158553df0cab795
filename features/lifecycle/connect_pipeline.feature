@omp @virtual
Feature: Each server goes through the same steps on its way to be ready
  Its source is noted, what is already under way is left alone, the definition
  is checked, values are looked up, the connection is made, lost connections
  are caught, tools are listed. The order keeps mistakes cheap: a wrong
  definition starts nothing, and nothing is started twice.

  @OMP-LC-35
  Rule: The source of a server is noted first, also if the server is then refused or skipped

    Example: one definition is wrong, one is switched off
      Given servers "bad, off" over http
      And server "bad" is defined with url ""
      And server "off" is disabled
      When the runtime starts
      Then the source of server "bad" is known
      And the source of server "off" is known
      And the source of server "never-seen" is unknown

  @OMP-LC-39
  Rule: A wrong definition is refused before any of its values is looked at

    Scenario Outline: <what>
      Given the command "get-key" prints "key" and exits with code 1
      And server "docs" over http
      And server "docs" is defined with the header "X-Key" set to "!get-key"
      And server "docs" is defined with url "<url>"
      When the runtime starts
      And 1h passes
      Then the command "get-key" was run <runs>
      And the log has <records> of "docs" with "X-Key"

      Examples:
        | what                      | url                  | runs    | records   |
        | no address                |                      | 0 times | 0 records |
        | the same, with an address | http://docs.test/mcp | 1 time  | 1 record  |

    Scenario Outline: a process, with the command "<command>"
      Given the command "get-key" prints "key"
      And server "docs" over stdio
      And server "docs" is defined with the variable "KEY" set to "!get-key"
      And server "docs" is defined with command "<command>"
      When the runtime starts
      And 1h passes
      Then the command "get-key" was run <runs>

      Examples:
        | command | runs    |
        |         | 0 times |
        | docs    | 1 time  |

  @OMP-LC-40
  Rule: A wrong definition is an error of that server and makes no connection

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" is defined with type "<type>"
      And server "docs" is defined with command "<command>"
      And server "docs" is defined with url "<url>"
      When the runtime starts
      Then startup returned at 0s
      And server "docs" was started 0 times
      And the runtime knows the servers ""
      And startup reported these errors:
        | server | error   |
        | docs   | <error> |

      Examples:
        | what                 | type   | command | url            | error |
        | no command           | stdio  |         |                | Server "docs": stdio server requires "command" field |
        | no address           | http   |         |                | Server "docs": http server requires "url" field |
        | no address for sse   | sse    |         |                | Server "docs": sse server requires "url" field |
        | an unknown type      | pigeon | docs    |                | Server "docs": unknown server type "pigeon" |
        | two faults           | pigeon | docs    | http://x.test/ | Server "docs": both "command" and "url" are set - server should be either stdio (command) OR http/sse (url), not both; Server "docs": unknown server type "pigeon" |
        | a remote one with a command | http | docs | http://x.test/ | Server "docs": both "command" and "url" are set - server should be either stdio (command) OR http/sse (url), not both |
        | command and address  | stdio  | docs    | http://x.test/ | Server "docs": both "command" and "url" are set - server should be either stdio (command) OR http/sse (url), not both |

  @OMP-LC-43 @real
  Rule: A connection that is lost while its first tools are listed is connected anew

    Scenario Outline: <what> instead of an answer to the list
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list, first: 1}
          do: [<does>]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | what                       | kind  | does                              |
        | the process exits          | stdio | {exit: 1}                         |
        | the background stream ends | http  | {stream: {how: eof}}, {delay: 1s} |
        | it ends and nothing comes  | http  | {stream: {how: eof}}, never       |

  @OMP-LC-14
  Rule: A server that is switched off is no error, whatever else is wrong with it

    Example: it has neither a command nor an address
      Given server "off" over http
      And server "off" is defined with url ""
      And server "off" is disabled
      When the runtime starts
      Then startup reported no errors
      And the runtime knows the servers ""
