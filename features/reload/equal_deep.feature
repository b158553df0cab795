@qwen @virtual
Feature: Definitions are compared to the last value
  Nobody wants to restart because the third argument of a server was overlooked,
  nor a pass for nothing.

  @QWEN-32 @QWEN-33 @real
  Rule: Every value of a definition counts, however far behind and of whatever kind

    Scenario Outline: <case>
      Given server "a" over stdio
      And "mcpServers.a" is {"command": "a", <before>} in the user settings
      And the workspace has started
      When "mcpServers.a" becomes {"command": "a", <after>} in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times

      Examples:
        | case                              | before                               | after                                |
        | the order of the last two         | "args": ["x", "y", "z"]              | "args": ["x", "z", "y"]              |
        | the last argument                 | "args": ["x", "y", "z"]              | "args": ["x", "y", "w"]              |
        | the fourth of five arguments      | "args": ["v", "w", "x", "y", "z"]    | "args": ["v", "w", "x", "q", "z"]    |
        | an argument more                  | "args": ["x"]                        | "args": ["x", "y"]                   |
        | an argument less                  | "args": ["x", "y"]                   | "args": ["x"]                        |
        | an argument twice                 | "args": ["x", "y", "y"]              | "args": ["x", "x", "y"]              |
        | another name, the same value      | "env": {"X": "1"}                    | "env": {"Y": "1"}                    |
        | another header, the same value    | "headers": {"X": "1"}                | "headers": {"Y": "1"}                |
        | a header more                     | "headers": {"X": "1"}                | "headers": {"X": "1", "Y": "2"}      |
        | a header less                     | "headers": {"X": "1", "Y": "2"}      | "headers": {"X": "1"}                |
        | capitals                          | "env": {"X": "on"}                   | "env": {"X": "ON"}                   |
        | a number                          | "timeout": 5000                      | "timeout": 6000                      |
        | a number and a text               | "env": {"X": 1}                      | "env": {"X": "1"}                    |
        | true and false                    | "oauth": {"enabled": true}           | "oauth": {"enabled": false}          |
        | the order of a list within        | "oauth": {"scopes": ["r", "w"]}      | "oauth": {"scopes": ["w", "r"]}      |
        | a value within a list within      | "oauth": {"scopes": ["r"]}           | "oauth": {"scopes": ["w"]}           |
        | a value three levels deep         | "oauth": {"a": {"b": {"c": 1}}}      | "oauth": {"a": {"b": {"c": 2}}}      |
        | a key more                        | "args": []                           | "args": [], "cwd": "/other"          |
        | a key less                        | "args": [], "cwd": "/other"          | "args": []                           |

    Example: the last of three arguments changes its place, and the process gets them so
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "args": ["x", "y", "z"]} in the user settings
      And the workspace has started
      When "mcpServers.docs.args" becomes ["x", "z", "y"] in the user settings
      And 300ms pass
      Then process 2 of server "docs" was started with:
        | what      | value   |
        | arguments | x, z, y |

  @QWEN-31
  Rule: The order of keys within lists means nothing either

    Example: an object in a list in an object
      Given server "a" over stdio
      And "mcpServers.a" is {"command": "a", "oauth": {"x": [{"p": 1, "q": {"r": 1, "s": 2}}]}} in the user settings
      And the workspace has started
      When "mcpServers.a" becomes {"oauth": {"x": [{"q": {"s": 2, "r": 1}, "p": 1}]}, "command": "a"} in the user settings
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-34
  Rule: A program that gives no servers gives the same as files without any

    Example: none, and then a theme
      Given the user settings define the server ""
      And the workspace has started
      When the program replaces the servers of the settings by ""
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times
      When the user settings are removed
      And 1s passes
      Then changed settings were told 2 times
      And servers were reconciled 2 times

    Example: none, before the start
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And a workspace that has not started
      When the program replaces the servers of the settings by ""
      And the workspace starts
      Then server "docs" was started 0 times


  @QWEN-35 @QWEN-36
  Rule: Names that move from file to file, or stand in two, make no other list

    Scenario Outline: <key>: <first> of the user and <second> of the project
      Given servers "a, b" over stdio
      And "<key>" is <first> in the user settings
      And "<key>" is <second> in the workspace settings
      And the workspace has started
      When "<key>" becomes <third> in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled <times>

      Examples:
        | key          | first      | second     | third      | times   |
        | mcp.allowed  | ["a"]      | ["b"]      | ["a", "b"] | 1 time  |
        | mcp.allowed  | ["a", "b"] | ["b"]      | ["a"]      | 1 time  |
        | mcp.allowed  | ["b"]      | ["b"]      | []         | 1 time  |
        | mcp.allowed  | ["a"]      | ["b"]      | []         | 2 times |
        | mcp.excluded | ["a"]      | ["b"]      | ["a", "b"] | 1 time  |
        | mcp.excluded | ["a", "b"] | ["b"]      | ["a"]      | 1 time  |
        | mcp.excluded | []         | []         | null       | 1 time  |
        | mcp.excluded | ["a"]      | ["b"]      | []         | 2 times |

    Scenario Outline: another process has <decided> one more server, and a theme changes
      Given servers "a, b" over stdio
      And server "a" was approved before
      And server "b" was <before> before
      And the workspace settings define the servers "a, b"
      And the workspace has started
      And server "b" was <decided> before
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then servers were reconciled 2 times
      And the last pass did "<did>"

      Examples:
        | before   | decided  | did                 |
        | approved | rejected | removed b; kept 1   |
        | rejected | approved | added b; kept 1     |
