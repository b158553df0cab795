@qwen @virtual
Feature: One save may hold everything at once
  A merge brings servers, takes some out, edits others and keeps a third kind off. What
  is done for one of them leaves nothing undone for another one.

  Background:
    Given servers "a, b, c, d, e, f" over stdio

  @QWEN-01 @QWEN-02 @QWEN-03 @QWEN-28 @QWEN-33 @QWEN-47 @QWEN-48 @QWEN-50 @QWEN-54 @QWEN-108
  Rule: Whoever is kept, edited, taken out, excluded, off and new is so in one pass

    Example: one of each
      Given the user settings define the servers "a, b, c, d, f"
      And "mcpServers.a.env" is {"MODE": "quick"} in the user settings
      And server "d" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32000, message: not yet}}]}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"mcp": {"excluded": ["f"]}, "mcpServers": {"b": {"command": "b", "args": ["-v"]},
         "f": {"command": "f"}, "d": {"command": "d"}, "a": {"command": "a", "env": {"MODE": "quick"}}, "e": {"command": "e"}}}
        """
      And 1s passes
      Then the last pass did "removed c, f; changed b; retried d; added e; kept 1"
      And the runtime has the tools "mcp__a__echo, mcp__b__echo, mcp__d__echo, mcp__e__echo"
      And server "a" was started 1 time
      And server "c" has 0 live processes
      And server "f" has 0 live processes

    Example: the new one stands first
      Given the user settings define the servers "a, b"
      And the workspace has started
      When the user settings are saved with:
        """json
        {"mcpServers": {"e": {"command": "e"}, "a": {"command": "a"}, "b": {"command": "b", "args": ["-v"]}}}
        """
      And 1s passes
      Then the last pass did "changed b; added e; kept 1"
      And server "b" was started 2 times

  @QWEN-29 @QWEN-100 @QWEN-102
  Rule: A list that lets one in and keeps another one off does both

    Scenario Outline: <key> was <before> and is <after>
      Given the user settings define the servers "a, b, c"
      And "<key>" is <before> in the user settings
      And the option --allowed-mcp-server-names is "a, b, c"
      And the workspace has started
      When "<key>" becomes <after> in the user settings
      And 1s passes
      Then the last pass did "<did>"

      Examples:
        | key          | before     | after      | did                        |
        | mcp.allowed  | ["a", "b"] | ["b", "c"] | removed a; added c; kept 1 |
        | mcp.allowed  | ["a"]      | ["b"]      | removed a; added b         |
        | mcp.excluded | ["a"]      | ["b"]      | removed b; added a; kept 1 |

  @QWEN-09 @QWEN-65 @QWEN-72
  Rule: A server that waits after an edit is off, whatever is added beside it

    Scenario Outline: with the pool <pool>
      Given the pool is <pool>
      And servers "a, b" were approved before
      And the workspace settings define the servers "a, b"
      And the workspace has started
      When "mcpServers.a.args" becomes ["-v"] in the workspace settings
      And the user settings are saved with the servers "c, d"
      And 1s passes
      Then the last pass did "removed a; added c, d; kept 1"
      And the approval queue is "a"
      And approval was asked for 1 time
      And server "a" is disconnected

      Examples:
        | pool |
        | off  |
        | on   |

  @QWEN-60
  Rule: The last one that is shared is given back, and its process ends, too

    Example: an hour later
      Given the pool is on
      And the user settings define the server "a"
      And the workspace has started
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the pool holds these connections:
        | server | users |
        | a      | 0     |
      When 1h passes
      Then server "a" has 0 live processes
      And no timer is pending

  @QWEN-98
  Rule: No name at the start is a bound, too

    Example: settings allow all, and a server is added
      Given the option --allowed-mcp-server-names is ""
      And the user settings define the server "a"
      And the workspace has started
      When "mcp.allowed" becomes ["a", "b"] in the user settings
      And the user settings are saved with the servers "a, b"
      And 1s passes
      And the user reloads the servers
      Then the runtime has the tools ""
      And server "a" was started 0 times
      And server "b" was started 0 times
