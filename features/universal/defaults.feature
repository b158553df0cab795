@omp @virtual
Feature: What a program does not give its runtime is the real thing
  A program says where its runtime touches the world, or leaves it to the runtime.
  What is left out is that of the machine and of the process, so that a program that
  says nothing has a runtime that works.

  @X-ENV-01
  Rule: Nothing that a program leaves out is missed

    Scenario Outline: no <what>
      Given the program gives the runtime no <what>
      And servers "docs, mail" over stdio
      And server "wiki" over http
      And server "mail" offers the tool "search"
      When the runtime starts
      And server "docs" exits with code 1
      And tool "mcp__mail_search" is called
      And 10s pass
      Then call 1 returns "ok"
      And the runtime has the tools "mcp__docs_echo, mcp__mail_search, mcp__wiki_echo"
      And server "docs" was started 2 times
      And server "docs" saw the request id only once each

      Examples:
        | what           |
        | clock          |
        | events         |
        | random numbers |
        | variables      |
        | environment    |
        | request ids    |
        | directory      |

    Example: servers run in the directory of the program, with its environment
      Given the program gives the runtime no directory
      And the program gives the runtime no environment
      And server "docs" over stdio
      When the runtime starts
      Then process 1 of server "docs" was started like this program

    Example: what servers speak is found out without a cache
      Given there is no cache
      And the switch "protocol.era" is "auto"
      And servers "docs, mail" over stdio
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_echo, mcp__mail_echo"

    Example: tokens are kept in memory
      Given the program gives the runtime no credentials
      And server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo"
      And "initialize" number 1 to server "docs" has no header "Authorization"

    Example: a logger hears what a program without a sink of events does not
      Given the program gives the runtime no events
      And the program has a logger for warn and above
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: [{title: x}]}]}
        """
      When the runtime starts
      Then the program's logger has:
        """
        time=0s level=WARN msg="some tools cannot be used" server=docs error="leaving out tool 0 of server \"docs\": no name"
        """

  @X-ENV-02
  Rule: A program may say how each server is reached, and what carries its messages

    Scenario Outline: another server over <kind>
      Given servers "docs, mail, wiki" over <kind>
      And server "mail" is disabled
      And the program reaches server "docs" by the link to "mail"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo, mcp__wiki_echo"
      And server "docs" received nothing
      And server "mail" received "initialize" 1 time
      And server "wiki" received "initialize" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

    Example: requests over HTTP, which the program sends itself
      Given servers "docs, mail, wiki" over http
      And server "mail" is disabled
      And the program sends the requests to server "docs" to "mail"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo, mcp__wiki_echo"
      And server "docs" received nothing
      And server "mail" received "initialize" 1 time
      And server "wiki" received "initialize" 1 time

    Scenario Outline: <what> cannot be had
      Given server "docs" over <kind>
      And the program has no <what>: "<why>"
      When the runtime starts
      Then startup reported <errors>
      And the runtime has the tools "<tools>"

      Examples:
        | what            | why      | kind  | errors                                 | tools          |
        | link to servers | no route | http  | one error, of "docs", with "no route"  |                |
        | link to servers | no route | stdio | one error, of "docs", with "no route"  |                |
        | link to servers |          | ws    | no errors                              | mcp__docs_echo |
        | transport       | no pipe  | stdio | one error, of "docs", with "no pipe"   |                |
        | transport       |          | http  | no errors                              | mcp__docs_echo |
