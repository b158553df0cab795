@qwen @virtual
Feature: What means the same is no change, and what does not is one
  Every comparison that is too strict costs connections, every one that is too lax lets
  an edit go by. What counts is what it means to the program that reads it.

  @QWEN-31 @QWEN-34 @real
  Rule: The order of keys means nothing at any depth, and no map of servers is an empty one

    Scenario Outline: <case>
      Given servers "a, b" over stdio
      And the user settings hold:
        """json
        {<before>}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ui": {"theme": "dark"}, <after>}
        """
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

      Examples:
        | case             | before                                                             | after                                                              |
        | servers          | "mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}       | "mcpServers": {"b": {"command": "b"}, "a": {"command": "a"}}       |
        | fields           | "mcpServers": {"a": {"command": "a", "cwd": "/tmp"}}               | "mcpServers": {"a": {"cwd": "/tmp", "command": "a"}}               |
        | variables        | "mcpServers": {"a": {"command": "a", "env": {"X": "1", "Y": "2"}}} | "mcpServers": {"a": {"command": "a", "env": {"Y": "2", "X": "1"}}} |
        | absent and empty | "mcp": {}                                                          | "mcpServers": {}                                                   |
        | empty and absent | "mcpServers": {}                                                   | "mcp": {}                                                          |

  @QWEN-32 @QWEN-33 @real
  Rule: The order of a list, a nested value and the number of servers are part of the definition

    Scenario Outline: <case>
      Given servers "a, b" over stdio
      And the user settings hold:
        """json
        {<before>}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ui": {"theme": "dark"}, <after>}
        """
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times

      Examples:
        | case                | before                                                             | after                                                              |
        | order of arguments  | "mcpServers": {"a": {"command": "a", "args": ["x", "y"]}}          | "mcpServers": {"a": {"command": "a", "args": ["y", "x"]}}          |
        | an argument         | "mcpServers": {"a": {"command": "a", "args": ["x"]}}               | "mcpServers": {"a": {"command": "a", "args": ["z"]}}               |
        | a variable          | "mcpServers": {"a": {"command": "a", "env": {"X": "1"}}}           | "mcpServers": {"a": {"command": "a", "env": {"X": "2"}}}           |
        | a variable more     | "mcpServers": {"a": {"command": "a", "env": {"X": "1"}}}           | "mcpServers": {"a": {"command": "a", "env": {"X": "1", "Y": "2"}}} |
        | a variable less     | "mcpServers": {"a": {"command": "a", "env": {"X": "1", "Y": "2"}}} | "mcpServers": {"a": {"command": "a", "env": {"X": "1"}}}           |
        | a header            | "mcpServers": {"a": {"httpUrl": "u", "headers": {"X": "1"}}}       | "mcpServers": {"a": {"httpUrl": "u", "headers": {"X": "2"}}}       |
        | a text and an object | "mcpServers": {"a": {"command": "a", "oauth": "x"}}               | "mcpServers": {"a": {"command": "a", "oauth": {"x": 1}}}           |
        | an object and a text | "mcpServers": {"a": {"command": "a", "oauth": {"x": 1}}}          | "mcpServers": {"a": {"command": "a", "oauth": "x"}}                |
        | a server more       | "mcpServers": {"a": {"command": "a"}}                              | "mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}       |
        | a server less       | "mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}       | "mcpServers": {"a": {"command": "a"}}                              |
        | another name        | "mcpServers": {"a": {"command": "a"}}                              | "mcpServers": {"b": {"command": "a"}}                              |
        | absent and a server | "mcp": {}                                                          | "mcpServers": {"a": {"command": "a"}}                              |
        | a server and absent | "mcpServers": {"a": {"command": "a"}}                              | "mcp": {}                                                          |

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

  @QWEN-35 @QWEN-36 @real
  Rule: Lists of names are sets, and without one nobody is excluded or pending

    Scenario Outline: <case>
      Given servers "a, b" over stdio
      And the user settings hold:
        """json
        {<before>}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ui": {"theme": "dark"}, <after>}
        """
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled <times> times

      Examples:
        | case                           | before                          | after                           | times |
        | order of allowed               | "mcp": {"allowed": ["a", "b"]}  | "mcp": {"allowed": ["b", "a"]}  | 1     |
        | order of excluded              | "mcp": {"excluded": ["a", "b"]} | "mcp": {"excluded": ["b", "a"]} | 1     |
        | a name twice                   | "mcp": {"excluded": ["a", "a"]} | "mcp": {"excluded": ["a"]}      | 1     |
        | one more allowed               | "mcp": {"allowed": ["a"]}       | "mcp": {"allowed": ["a", "b"]}  | 2     |
        | one less allowed               | "mcp": {"allowed": ["a", "b"]}  | "mcp": {"allowed": ["a"]}       | 2     |
        | one more excluded              | "mcp": {}                       | "mcp": {"excluded": ["a"]}      | 2     |
        | one less excluded              | "mcp": {"excluded": ["a"]}      | "mcp": {}                       | 2     |
        | the same name, other lists     | "mcp": {"excluded": ["a"]}      | "mcp": {"allowed": ["a"]}       | 2     |
        | an empty list excludes no name | "mcp": {"excluded": []}         | "mcp": {}                       | 1     |

    Example: names in another order lead to no reconcile
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs", "mail"] in the user settings
      And the workspace has started
      When "mcp.excluded" becomes ["mail", "docs"] in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-37 @real
  Rule: A list of allowed servers that is empty differs from none, for it allows nobody

    Scenario Outline: <case>
      Given servers "a, b" over stdio
      And the user settings hold:
        """json
        {<before>}
        """
      And the workspace has started
      When the user settings are saved with:
        """json
        {"ui": {"theme": "dark"}, <after>}
        """
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times

      Examples:
        | case                    | before                 | after                     |
        | none and an empty one   | "mcp": {}              | "mcp": {"allowed": []}    |
        | an empty one and a name | "mcp": {"allowed": []} | "mcp": {"allowed": ["a"]} |

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
