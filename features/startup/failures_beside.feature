@omp @virtual
Feature: A server that fails at the start keeps back no tool of the others
  Servers fail early and come up late. Who starts them all at once gets everything that
  works.


  @OMP-LC-65 @OMP-LC-100
  Rule: A failure does not end the wait for healthy servers, wherever they stand in the configuration

    Scenario Outline: <servers> over <kind>, after the gate
      Given servers "<servers>" over <kind>
      And server "bad" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 300ms}, {error: {code: -32000, message: no}}]}
        """
      And server "worse" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 350ms}, {error: {code: -32000, message: no}}]}
        """
      And server "docs" answers "initialize" after 400ms
      When the runtime starts
      And 1s passes
      Then startup returned at 400ms
      And startup returned the tools "mcp__docs_echo"

      Examples:
        | servers          | kind  |
        | bad, worse, docs | stdio |
        | docs, bad, worse | stdio |
        | worse, docs, bad | http  |
        | bad, docs, worse | ws    |


  @OMP-LC-100
  Rule: What a session loads has the tools of every healthy server beside those that have failed

    Scenario Outline: one <fails>, over <kind>
      Given servers "bad, docs, mail" over <kind>
      And server "bad" <fails>
      And server "mail" never answers "initialize"
      And the cache holds the tools "send" of server "mail"
      When a session starts
      And 1s passes
      Then the session's loader returned the tools "mcp__docs_echo, mcp__mail_send" and the servers "docs"
      And the session has the tools "mcp__docs_echo, mcp__mail_send"

      Examples:
        | kind  | fails                                       |
        | stdio | cannot be started                           |
        | stdio | answers "tools/list" with error -32000 "no" |
        | http  | answers "initialize" with error -32000 "no" |
        | ws    | cannot be started                           |



  @OMP-LC-22
  Rule: Each of several servers that cannot even be tried has an error of its own

    Example: two definitions without an address, beside two that are good
      Given servers "one, docs, two, mail" over http
      And server "one" is defined with url ""
      And server "two" is defined with url ""
      When the runtime starts
      Then startup reported these errors:
        | server | error                                          |
        | one    | Server "one": http server requires "url" field |
        | two    | Server "two": http server requires "url" field |
      And startup returned the tools "mcp__docs_echo, mcp__mail_echo"

  @U-01
  Rule: A start has the tools of whoever is connected, and waits no longer for anyone because another one is wrong

    Scenario Outline: server "bad" <is>
      Given servers "bad, docs, slow" over stdio
      And server "bad" <is>
      And server "slow" never answers "initialize"
      And the cache holds the tools "search" of server "slow"
      When the runtime starts
      And 1m passes
      Then startup returned at 250ms
      And startup returned the tools "mcp__docs_echo, mcp__slow_search"

      Examples:
        | is                                          |
        | is defined with command ""                  |
        | cannot be started                           |
        | answers "initialize" with error -32600 "no" |
