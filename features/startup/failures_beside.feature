@omp @virtual
Feature: A server that fails at the start keeps back no tool of the others
  Servers fail early and come up late. Who starts them all at once gets everything that
  works.


  @OMP-LC-100
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
        | kind  | fails                                          |
        | stdio | cannot be started                              |
        | stdio | answers "tools/list" with error -32000 "no"    |
        | http  | answers "initialize" with error -32000 "no"    |
        | ws    | cannot be started                              |
