@qwen
Feature: Settings that are saved take effect in the running session
  Whoever edits servers in the settings wants to see them, not to lose a conversation to a
  restart. What is saved is connected, what is taken out is gone, and nothing else notices.

  @QWEN-01 @virtual
  Rule: A server that is added to the settings connects and its tools appear without a restart

    Example: 300 ms after the file is saved
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And the clock reaches 299ms
      Then the runtime has the tools "mcp__docs__echo"
      When the clock reaches 300ms
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "mail" received "initialize" 1 time
      And server "docs" was started 1 time

  @X-QWEN-01 @real
  Rule: Files on a disk are followed like any others

    Example: a server that is added
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "mail" received "initialize" 1 time
      And server "docs" was started 1 time

    Example: a file that the program makes is its owner's alone, and so is the directory
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the program sets "ui.theme" to "dark" in the workspace settings
      Then the workspace's command succeeds
      And the directory ".qwen" holds these files:
        | name          | mode       |
        | settings.json | -rw------- |
      And the directory "." holds these files:
        | name  | mode       |
        | .qwen | drwx------ |

  @QWEN-02 @virtual @real
  Rule: A server that is taken out of the settings is disconnected and loses its tools and prompts

    Example: one of two
      Given servers "docs, mail" over stdio
      And server "mail" offers the prompts "draft, reply"
      And server "mail" offers the resources "mail:a"
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcpServers.mail" is taken out of the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__docs__echo"
      And the runtime has the prompts "" of server "mail"
      And the runtime has the resources "" of server "mail"
      And server "mail" has 0 live processes
      And server "docs" has 1 live process

    Example: two of three at once, over HTTP
      Given servers "docs, mail, wiki" over http
      And the user settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the user settings are saved with the server "docs"
      And 300ms pass
      Then the runtime has the tools "mcp__docs__echo"
      And server "mail" is disconnected
      And server "wiki" is disconnected

  @QWEN-03 @virtual @real
  Rule: Editing a server replaces its connection by one that uses the new definition

    Scenario Outline: <key> of a process
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.<key>" becomes <value> in the user settings
      And 300ms pass
      Then process 2 of server "docs" was started with:
        | what   | value |
        | <what> | <now> |
      And server "docs" has 1 live process

      Examples:
        | key  | value             | what          | now    |
        | args | ["--all"]         | arguments     | --all  |
        | env  | {"MODE": "quick"} | variable MODE | quick  |
        | cwd  | "/other"          | directory     | /other |

    Scenario Outline: a header of a server over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        <script>
        """
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.headers" becomes {"X-Key": "new"} in the user settings
      And 300ms pass
      Then "initialize" number 1 to server "docs" has no header "X-Key"
      And "initialize" number 2 to server "docs" has the header "X-Key" set to "new"
      And server "docs" is connected

      Examples:
        | transport | script               |
        | http      | http: {}             |
        | sse       | http: {legacy: {}}   |

    Scenario Outline: the address of a server over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        <script>
        """
      And server "next" over <transport> with this script:
        """yaml
        <script>
        """
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.<key>" becomes "<next>" in the user settings
      And 300ms pass
      Then server "next" received "initialize" 1 time
      And server "docs" received "initialize" 1 time
      And server "docs" is connected
      And the runtime has the tools "mcp__docs__echo"

      Examples:
        | transport | key     | next                 | script             |
        | http      | httpUrl | http://next.test/mcp | http: {}           |
        | sse       | url     | http://next.test/sse | http: {legacy: {}} |
        | ws        | tcp     | ws://next.test/mcp   | {}                 |

  @QWEN-04 @QWEN-05 @virtual
  Rule: A server whose definition is unchanged is not touched, and never misses a tool

    Example: one is changed, one is added, one is taken out
      Given servers "docs, mail, wiki, chat" over stdio
      And the user settings define the servers "docs, mail, wiki"
      And the workspace has started
      And "mcpServers.mail.args" is ["-v"] in the user settings
      When the user settings are saved with the servers "docs, mail, chat"
      And "mcpServers.mail.args" becomes ["-v"] in the user settings
      And 1h passes
      Then the last pass did "removed wiki; changed mail; added chat; kept 1"
      And server "docs" never lost a tool
      And server "docs" has 1 live process
      And server "docs" was started 1 time
      And server "docs" received "tools/list" 1 time
