@qwen @virtual
Feature: What means the same is no change, and what does not is one
  Every comparison that is too strict costs connections, every one that is too
  lax lets an edit go by. What counts is what a definition means to whoever
  starts the server, and what a list means to whoever reads it.

  @QWEN-31 @QWEN-34
  Rule: The order of keys means nothing at any depth, and no map of servers is an empty one

    Scenario Outline: <case>
      When the definitions <one> and <other> are compared
      Then they are equal

      Examples:
        | case                   | one                                                  | other                                                |
        | servers                | {"a": {"command": "a"}, "b": {"command": "b"}}       | {"b": {"command": "b"}, "a": {"command": "a"}}       |
        | fields                 | {"a": {"command": "a", "cwd": "/tmp"}}               | {"a": {"cwd": "/tmp", "command": "a"}}               |
        | variables              | {"a": {"command": "a", "env": {"X": "1", "Y": "2"}}} | {"a": {"command": "a", "env": {"Y": "2", "X": "1"}}} |
        | absent and empty       | absent                                               | {}                                                   |
        | absent twice           | absent                                               | absent                                               |

  @QWEN-32 @QWEN-33
  Rule: The order of a list, a nested value and the number of servers are part of the definition

    Scenario Outline: <case>
      When the definitions <one> and <other> are compared
      Then they are different

      Examples:
        | case                | one                                             | other                                                             |
        | order of arguments  | {"a": {"command": "a", "args": ["x", "y"]}}     | {"a": {"command": "a", "args": ["y", "x"]}}                       |
        | an argument         | {"a": {"command": "a", "args": ["x"]}}          | {"a": {"command": "a", "args": ["z"]}}                            |
        | a variable          | {"a": {"command": "a", "env": {"X": "1"}}}      | {"a": {"command": "a", "env": {"X": "2"}}}                        |
        | a variable more     | {"a": {"command": "a", "env": {"X": "1"}}}      | {"a": {"command": "a", "env": {"X": "1", "Y": "2"}}}              |
        | a header            | {"a": {"httpUrl": "u", "headers": {"X": "1"}}}  | {"a": {"httpUrl": "u", "headers": {"X": "2"}}}                    |
        | a server more       | {"a": {"command": "a"}}                         | {"a": {"command": "a"}, "b": {"command": "b"}}                    |
        | another name        | {"a": {"command": "a"}}                         | {"b": {"command": "a"}}                                           |
        | absent and a server | absent                                          | {"a": {"command": "a"}}                                           |

    Example: whoever puts two arguments into another order gets a new process
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "args": ["x", "y"]} in the user settings
      And the workspace has started
      When "mcpServers.docs.args" becomes ["y", "x"] in the user settings
      And 300ms pass
      Then the last pass did "changed docs"
      And process 2 of server "docs" was started with:
        | what      | value |
        | arguments | y, x  |

  @QWEN-35 @QWEN-36
  Rule: Lists of names are sets, and without one nobody is excluded or pending

    Scenario Outline: <case>
      When the lists <one> and <other> are compared
      Then they are <result>

      Examples:
        | case                       | one                      | other                   | result    |
        | order of allowed           | {"allowed": ["a", "b"]}  | {"allowed": ["b", "a"]} | equal     |
        | order of excluded          | {"excluded": ["a", "b"]} | {"excluded": ["b", "a"]} | equal    |
        | order of pending           | {"pending": ["a", "b"]}  | {"pending": ["b", "a"]} | equal     |
        | a name twice               | {"excluded": ["a", "a"]} | {"excluded": ["a"]}     | equal     |
        | one more allowed           | {"allowed": ["a"]}       | {"allowed": ["a", "b"]} | different |
        | one less excluded          | {"excluded": ["a"]}      | {}                      | different |
        | another one pending        | {"pending": ["a"]}       | {"pending": ["b"]}      | different |
        | the same name, other lists | {"excluded": ["a"]}      | {"pending": ["a"]}      | different |
        | nobody excluded            | {"excluded": []}         | {}                      | equal     |
        | nobody pending             | {"pending": []}          | {}                      | equal     |

    Example: names in another order lead to no reconcile
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs", "mail"] in the user settings
      And the workspace has started
      When "mcp.excluded" becomes ["mail", "docs"] in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-37
  Rule: A list of allowed servers that is empty differs from none, for it allows nobody

    Scenario Outline: <one> and <other>
      When the lists <one> and <other> are compared
      Then they are different

      Examples:
        | one             | other              |
        | {"allowed": []} | {}                 |
        | {"allowed": []} | {"allowed": ["a"]} |

    Example: from none to an empty one and back, each is reconciled
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When "mcp.allowed" becomes [] in the user settings
      And 1s passes
      Then the last pass did "removed docs"
      When "mcp.allowed" is taken out of the user settings
      And 1s passes
      Then the last pass did "added docs"
      And servers were reconciled 3 times
