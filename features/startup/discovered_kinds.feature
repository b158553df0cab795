@omp @virtual
Feature: What counts of the configuration does not depend on where and what it is

  @OMP-LC-12
  Rule: With enableProjectConfig off no definition of the project counts, whatever it has

    Scenario Outline: <what>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": <definition>}}
        """
      And discovery's option "enableProjectConfig" is "false"
      When configurations are discovered
      Then the discovered servers and their sources have the names ""

      Examples:
        | what         | definition                                                          |
        | headers      | {"type": "http", "url": "http://x.test/", "headers": {"A": "1"}}    |
        | a variable   | {"command": "x", "env": {"A": "1"}}                                 |
        | an event stream | {"type": "sse", "url": "http://x.test/"}                         |
        | auth         | {"type": "http", "url": "http://x.test/", "auth": {"type": "oauth"}} |

  @OMP-LC-15 @OMP-LC-17
  Rule: Servers of Exa and those that drive a browser are left out of the user's files as well as of the project's

    Scenario Outline: <name> in <file>
      Given the file "<file>" holds:
        """json
        {"mcpServers": {"<name>": {"command": "x"}}}
        """
      And discovery's option "filterBrowser" is "true"
      When configurations are discovered
      Then these servers are left out:
        | name   | reason   |
        | <name> | <reason> |

      Examples:
        | name       | file                  | reason  |
        | exa        | ~/.claude.json        | exa     |
        | exa        | ~/.omp/agent/mcp.json | exa     |
        | exa        | mcp.json              | exa     |
        | playwright | ~/.claude.json        | browser |
        | playwright | ~/.omp/agent/mcp.json | browser |
        | playwright | mcp.json              | browser |

  @OMP-LC-14
  Rule: A server that is switched off is not started, over no transport

    Scenario Outline: over <kind>
      Given servers "docs, off" over <kind>
      And server "off" is disabled
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And startup reported no errors
      And server "off" received nothing

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

  @OMP-LC-35
  Rule: The source of a definition is noted, whatever is wrong with it

    Scenario Outline: <field> is "<value>"
      Given server "docs" over <kind>
      And server "docs" is defined with <field> "<value>"
      When the runtime starts
      Then server "docs" is disconnected
      And the source of server "docs" is known

      Examples:
        | kind  | field   | value                |
        | http  | type    | pigeon               |
        | stdio | command |                      |
        | sse   | url     |                      |
        | stdio | url     | http://docs.test/mcp |

  @OMP-LC-41
  Rule: The headers of a definition are looked up for the first message of a WebSocket, too

    Example: a command
      Given the command "get-token" prints "tok-1"
      And server "docs" over ws
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      Then server "docs" is connected
      And "GET" number 1 to server "docs" has the header "X-Token" set to "tok-1"

  @OMP-LC-30
  Rule: Every connection of type sse has the token that is stored by then

    Example: another login between two connections
      Given server "docs" over sse
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      And these credentials are stored:
        | id    | access token | expires in |
        | login | tok-1        | 1h         |
      When the runtime starts
      Given these credentials are stored:
        | id    | access token | expires in |
        | login | tok-2        | 1h         |
      When server "docs" is reconnected
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer tok-1"
      And "initialize" number 2 to server "docs" has the header "Authorization" set to "Bearer tok-2"


  @OMP-LC-41
  Rule: Every argument, variable and header of a definition is looked up, not only the first

    Example: arguments and variables of a process
      Given the environment variable "A" is "one"
      And the environment variable "B" is "two"
      And server "docs" over stdio
      And server "docs" is defined with the arguments "${A}, -v, ${B}"
      And server "docs" is defined with the variable "X" set to "${A}"
      And server "docs" is defined with the variable "Y" set to "${B}"
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what       | value        |
        | arguments  | one, -v, two |
        | variable X | one          |
        | variable Y | two          |
