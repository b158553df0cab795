@qwen @virtual
Feature: Switches choose how settings that define servers are read and acted upon
  The program that the documents describe went on after they were written, and has
  a defect that they name. A switch shows both: what the documents promise and what
  is found in the field.

  Background:
    Given servers "docs, docs2, mail" over stdio

  @D-QWEN-01
  Rule: The switch diff.include_filters decides whether an edit of filters alone connects a server anew

    Scenario Outline: "<key>" is edited, and the switch is <value>
      Given the switch "diff.include_filters" is "<value>"
      And server "docs" offers the tools "read, write"
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.<key>" becomes <edit> in the user settings
      And 300ms pass
      Then server "docs" was started <starts>
      And the last pass did "<did>"
      And the runtime has the tools "<tools>"

      Examples:
        | value | key          | edit      | starts  | did             | tools                             |
        | off   | includeTools | ["read"]  | 1 time  | refiltered docs | mcp__docs__read                   |
        | on    | includeTools | ["read"]  | 2 times | changed docs    | mcp__docs__read                   |
        | off   | excludeTools | ["write"] | 1 time  | refiltered docs | mcp__docs__read                   |
        | on    | excludeTools | ["write"] | 2 times | changed docs    | mcp__docs__read                   |
        | off   | trust        | true      | 1 time  | kept 1          | mcp__docs__read, mcp__docs__write |
        | on    | trust        | true      | 2 times | changed docs    | mcp__docs__read, mcp__docs__write |

  @D-QWEN-04
  Rule: The switch lists.match decides whether lists hold names or patterns

    Scenario Outline: "<key>" is <list>, and the switch is <value>
      Given the switch "lists.match" is "<value>"
      And the user settings define the servers "docs, docs2, mail"
      And "<key>" is <list> in the user settings
      When the workspace starts
      Then the runtime has the tools "<tools>"

      Examples:
        | value | key          | list       | tools                                               |
        | names | mcp.excluded | ["docs*"]  | mcp__docs2__echo, mcp__docs__echo, mcp__mail__echo  |
        | globs | mcp.excluded | ["docs*"]  | mcp__mail__echo                                     |
        | globs | mcp.excluded | ["docs?"]  | mcp__docs__echo, mcp__mail__echo                    |
        | globs | mcp.excluded | ["ocs*"]   | mcp__docs2__echo, mcp__docs__echo, mcp__mail__echo  |
        | globs | mcp.excluded | ["docs", "ail"] | mcp__docs2__echo, mcp__mail__echo              |
        | globs | mcp.excluded | ["doc", "?"]    | mcp__docs2__echo, mcp__docs__echo, mcp__mail__echo |
        | globs | mcp.excluded | ["d*s", "*ai?"] | mcp__docs2__echo                               |
        | globs | mcp.excluded | ["d**2**"] | mcp__docs__echo, mcp__mail__echo                    |
        | names | mcp.allowed  | ["docs?"]  |                                                     |
        | globs | mcp.allowed  | ["docs?"]  | mcp__docs2__echo                                    |
        | globs | mcp.allowed  | ["wiki*"]  |                                                     |
        | globs | mcp.allowed  | ["*"]      | mcp__docs2__echo, mcp__docs__echo, mcp__mail__echo  |

    Scenario Outline: the reason why a server is off, and the switch is <value>
      Given the switch "lists.match" is "<value>"
      And the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["d*"] in the user settings
      When the workspace starts
      Then the reason why server "docs" is unavailable is "<reason>"

      Examples:
        | value | reason   |
        | names |          |
        | globs | excluded |

  @D-QWEN-08
  Rule: The switch approval.root decides whether decisions are looked up where they are kept

    Scenario Outline: the program runs in <directory>, and the switch is <value>
      Given the switch "approval.root" is "<value>"
      And the program runs in the directory "<directory>"
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user approves server "docs"
      And the user reloads the servers
      And 1h passes
      Then server "docs" is <after>
      And the approval queue is ""

      Examples: A documented defect: with split roots who was approved stays off
        | value | directory  | after        |
        | one   | /project   | connected    |
        | one   | /elsewhere | connected    |
        | split | /project   | connected    |
        | split | /elsewhere | disconnected |

  @D-QWEN-09
  Rule: The switch pool decides whether workspaces of one process share processes

    Scenario Outline: two workspaces, and the switch is <value>
      Given the switch "pool" is "<value>"
      And the user settings define the servers "docs"
      And the workspace has started
      When another workspace starts in the same process
      Then server "docs" has <two>
      When workspace 1 is closed
      Then server "docs" has <one>
      When workspace 2 is closed
      And 29999ms pass
      Then server "docs" has <none>
      When 1ms passes
      Then server "docs" has 0 live processes

      Examples:
        | value | two              | one            | none             |
        | off   | 2 live processes | 1 live process | 0 live processes |
        | on    | 1 live process   | 1 live process | 1 live process   |

    Example: a server over HTTP has a connection for each, all the same
      Given the switch "pool" is "on"
      And servers "wiki" over http
      And the user settings define the server "wiki"
      And the workspace has started
      When another workspace starts in the same process
      Then server "wiki" received "initialize" 2 times

  @F-QWEN-05
  Rule: The switch watch.project decides whether an edit of .mcp.json counts at once

    Scenario Outline: a server is added, and the switch is <value>
      Given the switch "watch.project" is "<value>"
      And server "docs" was approved before
      And the workspace has started
      And the file ".mcp.json" holds:
        """
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When <wait> pass
      Then server "docs" was started <before>
      When "mcp.excluded" becomes ["mail"] in the user settings
      And 300ms pass
      Then server "docs" was started 1 time

      Examples:
        | value | wait  | before  |
        | off   | 1h    | 0 times |
        | on    | 299ms | 0 times |
        | on    | 300ms | 1 time  |
