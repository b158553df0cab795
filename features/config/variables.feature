@omp @virtual
Feature: Placeholders are filled in when a server is connected
  A definition stays as it is written. What its placeholders stand for is looked
  up at each connection, in every text of it and nowhere else.

  Background:
    Given the environment variable "A" is "one"
    And the environment variable "EMPTY" is ""
    And the environment variable "BANG" is "!rm"

  @X-CFG-10
  Rule: ${NAME} and ${NAME:-default} are filled in, in every text

    Example: every field
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "near": {"command": "${A}c", "args": ["x", "-${A}-${A}"], "env": {"${A}": "${A}"}, "cwd": "/${A}"},
          "far": {"type": "${T:-http}", "url": "http://${A}/", "headers": {"X": "${A}"},
                  "auth": {"k": ["${A}", {"b": "${A}"}, 1]}, "oauth": {"k": "${A}"}}}}
        """
      When configurations are discovered
      Then the discovered server "near" is filled in as:
        """json
        {"type": "stdio", "command": "onec", "args": ["x", "-one-one"], "env": {"${A}": "one"}, "cwd": "/one"}
        """
      And the discovered server "near" is defined as:
        """json
        {"type": "stdio", "command": "${A}c", "args": ["x", "-${A}-${A}"], "env": {"${A}": "${A}"}, "cwd": "/${A}"}
        """
      And the discovered server "far" is filled in as:
        """json
        {"type": "http", "url": "http://one/", "headers": {"X": "one"}, "auth": {"k": ["one", {"b": "one"}, 1]}, "oauth": {"k": "one"}}
        """

    Scenario Outline: <written>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "c", "args": ["<written>"]}}}
        """
      When configurations are discovered
      Then the discovered server "docs" is filled in as:
        """json
        {"type": "stdio", "command": "c", "args": ["<filled>"]}
        """
      And filling in the discovered server "docs" reports "<told>"

      Examples:
        | written             | filled           | told |
        | ${A:-d}             | one              |      |
        | ${EMPTY:-d}x        | x                |      |
        | ${UNSET:-d}         | d                |      |
        | a${UNSET:-}b        | ab               |      |
        | ${A} ${UNSET} ${A}! | one ${UNSET} one! | server "docs": args[0]: environment variable "UNSET" is not set, ${UNSET} stays as written |
        | ${input:x}          | ${input:x}       |      |
        | $A ${A              | $A ${A           |      |

    Scenario Outline: what is not set is told with its field, <field>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {<definition>}}}
        """
      When configurations are discovered
      Then filling in the discovered server "docs" reports "server "docs": <field>: environment variable "U" is not set, ${U} stays as written"

      Examples:
        | field      | definition |
        | type       | "type": "${U}", "command": "c" |
        | command    | "command": "${U}" |
        | args[1]    | "command": "c", "args": ["x", "${U}"] |
        | env.K      | "command": "c", "env": {"K": "${U}"} |
        | cwd        | "command": "c", "cwd": "${U}" |
        | url        | "url": "${U}" |
        | headers.K  | "url": "u", "headers": {"K": "${U}"} |
        | auth.a[0]  | "url": "u", "auth": {"a": ["${U}"]} |
        | oauth.a.b  | "url": "u", "oauth": {"a": {"b": "${U}"}} |

    Scenario Outline: a value of <field> that a variable would make a command is left out
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {<definition>}}}
        """
      When configurations are discovered
      Then the discovered server "docs" is filled in as:
        """json
        {<filled>}
        """
      And filling in the discovered server "docs" reports "<told>"

      Examples:
        | field   | definition | filled | told |
        | env     | "command": "c", "env": {"A": "${A}", "K": "${BANG}"} | "type": "stdio", "command": "c", "env": {"A": "one"} | server "docs": env.K: the variable's value begins with "!" and would be run as a command; "K" is left out |
        | env     | "command": "c", "env": {"A": "!echo ${A}"} | "type": "stdio", "command": "c", "env": {"A": "!echo ${A}"} | |
        | headers | "url": "u", "headers": {"A": "${A}", "K": "${BANG}"} | "type": "http", "url": "u", "headers": {"A": "one"} | server "docs": headers.K: the variable's value begins with "!" and would be run as a command; "K" is left out |
        | args    | "command": "c", "args": ["${BANG}"] | "type": "stdio", "command": "c", "args": ["!rm"] | |

  @X-CFG-16
  Rule: A variable or header whose value is the name of a variable gets what that holds, unless it is empty

    Scenario Outline: "<written>"
      Given server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "<written>"
      And server "near" over stdio
      And server "near" is defined with the variable "TOKEN" set to "<written>"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "<sent>"
      And process 1 of server "near" was started with:
        | what           | value  |
        | variable TOKEN | <sent> |

      Examples:
        | written | sent  |
        | A       | one   |
        | EMPTY   | EMPTY |
        | UNSET   | UNSET |
        | $A      | $A    |

    Example: over a WebSocket, too
      Given server "docs" over ws
      And server "docs" is defined with the header "X-Token" set to "A"
      When the runtime starts
      Then "GET" number 1 to server "docs" has the header "X-Token" set to "one"
