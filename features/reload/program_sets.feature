@qwen @virtual
Feature: The program changes a setting and keeps everything else in the file
  People write comments into their settings. A program that changes one value must
  leave them, and must not write over a file that it does not understand.

  @F-QWEN-19
  Rule: A setting that the program changes is in the file, and all else in the file stays

    Scenario Outline: "<key>" becomes <value> in <before>
      Given the user settings hold:
        """
        <before>
        """
      And the workspace has started
      When the program sets "<key>" to <value> in the user settings
      Then the workspace's command succeeds
      And the user settings are this text:
        """
        <after>
        """

      Examples:
        | key          | value    | before                                  | after                                                     |
        | ui.theme     | "dark"   | {}                                      | {"ui":{"theme":"dark"}}                                   |
        | ui.theme     | "dark"   | {"ui": {"theme": "light", "x": 1}}      | {"ui": {"theme": "dark", "x": 1}}                         |
        | ui.theme     | "dark"   | {"ui": {}, /* mine */ "a": 1}           | {"ui": {"theme":"dark"}, /* mine */ "a": 1}               |
        | mcp.excluded | ["docs"] | {"mcp": {"allowed": ["docs"]}}          | {"mcp": {"allowed": ["docs"],"excluded":["docs"]}}        |
        | a/b~c.d      | true     | {}                                      | {"a/b~c":{"d":true}}                                      |
        | ui.theme     | "dark"   | {"ui": {"theme": 1, "theme": 2}}        | {"ui": {"theme": 1, "theme": "dark"}}                     |
        | ui.theme     | "dark"   | {"ui": {"theme": 1}, "ui": null}        | {"ui": {"theme": 1}, "ui": {"theme":"dark"}}              |
        | a.b.c        | 1        | {}                                      | {"a":{"b":{"c":1}}}                                       |

    Example: there was no file
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the program sets "mcp.excluded" to ["docs"] in the workspace settings
      Then the workspace's command succeeds
      And the workspace settings are this text:
        """
        {"mcp":{"excluded":["docs"]}}
        """
      When the user reloads the servers
      Then the last pass did "removed docs; kept 1"

    Example: it counts together with the next change that somebody else makes
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the program sets "mcp.excluded" to ["docs"] in the user settings
      And 1h passes
      Then server "docs" is connected
      When "ui.theme" becomes "dark" in the workspace settings
      And 1s passes
      Then the last pass did "removed docs; kept 1"

    Scenario Outline: <case>
      Given the user settings hold:
        """
        <before>
        """
      And the workspace has started
      When the program sets "<key>" to <value> in the <scope> settings
      Then the workspace's command fails with a text that begins with "<error>"
      And the user settings are this text:
        """
        <before>
        """

      Examples:
        | case                    | scope   | key           | value | before            | error                                                                                                               |
        | no such file            | session | ui.theme      | 1     | {}                | there is no settings file of "session"                                                                              |
        | no key                  | user    |               | 1     | {}                | which setting is to change is not said                                                                              |
        | what it must not be     | user    | mcp.excluded  | 7     | {}                | changing mcp.excluded: /home/user/.qwen/settings.json:1:20: "mcp.excluded" must be a list of names, not a number    |
        | a file that is broken   | user    | ui.theme      | 1     | {"ui": ]          | changing ui.theme: /home/user/.qwen/settings.json:1:8: invalid character ']' at start of value |
        | a value that is in the way | user | ui.theme      | 1     | {"ui": 7}         | changing ui.theme: /home/user/.qwen/settings.json:1:8: expecting an object, not a number |
