@omp @virtual
Feature: A definition that cannot be used costs nothing

  @OMP-LC-39
  Rule: Whatever is wrong with a definition, none of its values is looked up before that is known

    Scenario Outline: <what>
      Given the command "get-key" prints "key" and exits with code 1
      And server "docs" over <kind>
      And server "docs" is defined with the header "X-Key" set to "!get-key"
      And server "docs" is defined with the variable "KEY" set to "!get-key"
      And server "docs" is defined with <field> "<value>"
      When the runtime starts
      And 1h passes
      Then the command "get-key" was run 0 times
      And server "docs" is disconnected

      Examples:
        | what                     | kind  | field   | value                |
        | sse without address   | sse   | url     |                      |
        | ws without address    | ws    | url     |                      |
        | a type that is none   | http  | type    | websocket            |
        | an address and a command | http  | command | docs             |
        | a command and an address | stdio | url     | http://docs.test/mcp |
        | an era that is none   | http  | era     | old                  |
