@omp @virtual
Feature: What a teardown removes, it removes for any server in any state
  A name that is not known has a beginning, too. What was cached, what is lost and what is still
  shaking hands are torn down like the rest.

  @OMP-LC-109
  Rule: Tools go by the beginning of their names, also with a server that is gone or has lost its connection

    Example: "docs" is disconnected once more, and the tools of "docs_re" begin like its name
      Given servers "docs, docs_re" over stdio
      And the runtime has started
      When server "docs" is disconnected
      Then the runtime has the tools ""
      When server "docs_re" is disconnected
      And the runtime starts server "docs_re"
      Then the runtime has the tools "mcp__docs_re_echo"
      When server "docs" is disconnected
      Then the runtime has the tools ""

    Scenario Outline: a server that <state>, over <kind>
      Given servers "docs, mail" over <kind>
      And the runtime has started
      When server "docs" goes down
      And <pause> pass
      Then server "docs" is in state "<as>"
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo"
      When server "docs" is disconnected
      Then the runtime has the tools "mcp__mail_echo"

      Examples:
        | state              | kind  | pause | as      |
        | is being restarted | stdio | 2s    | backoff |
        | was given up       | stdio | 1m    | failed  |
        | is being restarted | http  | 2s    | backoff |
        | was given up       | ws    | 1m    | failed  |

  @OMP-LC-107
  Rule: A server that is disconnected while it shakes hands is closed, too

    Scenario Outline: over <kind>, <which>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, <nth>}, do: [never]}
        """
      When the runtime starts
      And <act>
      And 1s passes
      Then server "docs" is in state "handshaking"
      When server "docs" is disconnected
      Then server "docs" has 0 live processes
      And the link to "docs" has 0 open connections
      And no timer is pending

      Examples:
        | kind  | which             | nth    | act                          |
        | stdio | the first time    | nth: 1 | 1s passes                    |
        | stdio | after a reconnect | nth: 2 | server "docs" is reconnected |
        | http  | the first time    | nth: 1 | 1s passes                    |
        | ws    | after a reconnect | nth: 2 | server "docs" is reconnected |

  @OMP-LC-115
  Rule: When all servers are disconnected cached tools go with the others, and nothing is left of any server

    Scenario Outline: over <kind>
      Given servers "docs, late, lost" over <kind>
      And server "late" never answers "initialize"
      And the cache holds the tools "search" of server "late"
      When the runtime starts
      And 1s passes
      And server "lost" goes down
      And 2s pass
      Then the runtime has the tools "mcp__docs_echo, mcp__late_search, mcp__lost_echo"
      When all servers are disconnected
      Then the runtime has the tools ""
      And the runtime knows the servers ""
      And the source of servers "docs, late, lost" is unknown

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Example: a server that was refused, and none that runs
      Given server "wrong" over http
      And server "wrong" is defined with url ""
      When the runtime starts
      Then the source of server "wrong" is known
      When all servers are disconnected
      Then the source of server "wrong" is unknown

  @OMP-LC-107
  Rule: The session that is deleted is the one that the server named last, however much was said in it

    Scenario Outline: <n> calls, and a session <when>
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        http: {sessions: false}
        rules:
          - {when: {method: initialize}, do: [{headers: {Mcp-Session-Id: S1}}]}
          - {when: {method: <method>, nth: 1}, do: [{headers: {Mcp-Session-Id: <last>}}]}
        """
      And the runtime has started
      When tools of "docs" are called
      And tools of "docs" are called
      And tools of "docs" are called
      And server "docs" is disconnected
      Then server "docs" received "DELETE" 1 time
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "<last>"

      Examples:
        | n | when                   | method     | last |
        | 3 | that stays             | tools/list | S1   |
        | 3 | of another name        | tools/list | S2   |
        | 3 | that a call names anew | tools/call | S3   |
