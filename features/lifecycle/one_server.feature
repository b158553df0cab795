@omp @virtual
Feature: One server is one server, whatever it shares with others
  A command, a beginning of a name or a failure in common is nothing that servers have in
  common.

  @OMP-LC-33
  Rule: A server that is tried again later is disconnected until then

    Example: five attempts have failed
      Given the switch "reconnect.after_ladder" is "retry-remote"
      And server "docs" over http
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{status: 503}]}
        """
      When server "docs" ends its stream
      And the clock reaches 8s
      Then server "docs" is disconnected
      When the clock reaches 22s
      Then server "docs" is disconnected

  @OMP-LC-99
  Rule: A reconnect touches no server of the same command, and none that had failed

    Example: two of one command
      Given servers "docs, bad" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And server "mail" over stdio
      And server "mail" is defined with command "docs"
      And a session has started
      When the counts start anew
      And the session reconnects server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "bad" received nothing

  @OMP-LC-110
  Rule: A hyphen in a name is one of the characters that are written differently

    Example: my-srv, all in small letters
      Given servers "my-srv, mail" over stdio
      And the runtime has started
      When server "my-srv" is disconnected
      Then the runtime has the tools "mcp__mail_echo, mcp__my_srv_echo"
