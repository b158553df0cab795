@qwen @virtual
Feature: An approval is for a definition, whatever it says
  Whoever approves a server has seen all of its definition. Whichever part of it is
  another one later, somebody has to look again.

  @QWEN-71 @QWEN-72
  Rule: Whatever is edited of an approved server, it is disconnected, asked about again, and off after a restart

    Scenario Outline: <key> of a server over <transport>
      Given server "docs" over <transport>
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      Then server "docs" is connected
      When "mcpServers.docs.<key>" becomes <value> in the workspace settings
      And 1s passes
      Then server "docs" is disconnected
      And approval was asked for 1 time
      And the approval queue is "docs"
      When the workspace is closed and another one starts
      Then server "docs" is disconnected

      Examples:
        | transport | key                | value                |
        | stdio     | command            | "other"              |
        | stdio     | args               | ["-v"]               |
        | stdio     | env                | {"MODE": "1"}        |
        | stdio     | cwd                | "/other"             |
        | stdio     | excludeTools       | ["echo"]             |
        | stdio     | includeTools       | ["echo"]             |
        | stdio     | discoveryTimeoutMs | 9000                 |
        | stdio     | type               | "stdio"              |
        | stdio     | trust              | true                 |
        | stdio     | unknown            | "x"                  |
        | http      | httpUrl            | "http://docs.test/2" |
        | http      | url                | "http://docs.test/2" |
        | http      | headers            | {"X-Key": "1"}       |
        | http      | timeout            | 5000                 |
        | http      | oauth              | {"enabled": false}   |
        | http      | tcp                | "ws://docs.test/2"   |
        | ws        | tcp                | "ws://docs.test/2"   |
        | ws        | headers            | {"X-Key": "1"}       |
        | ws        | timeout            | 5000                 |

  @QWEN-71 @QWEN-80
  Rule: A value within the definition counts, too, and so does a rejected server that is edited over HTTP

    Scenario Outline: <key> of "docs", which was <decided>
      Given server "docs" over http
      And "mcpServers.docs" is {"httpUrl": "http://docs.test/mcp", "<key>": <before>} in the workspace settings
      And the workspace has started
      When the user <decides> server "docs"
      And "mcpServers.docs.<key>" becomes <after> in the workspace settings
      And 1s passes
      Then the approval queue is "docs"
      And server "docs" is disconnected
      When "mcpServers.docs.<key>" becomes <before> in the workspace settings
      And 1s passes
      Then approval was asked for 1 time
      And the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |

      Examples:
        | key     | decided  | decides  | before               | after                | text                                 | style   |
        | headers | approved | approves | {"X-Key": "1"}       | {"X-Key": "2"}       | connected                            | good    |
        | headers | rejected | rejects  | {"X-Key": "1"}       | {"X-Key": "2"}       | rejected — edit config to re-approve | warning |
        | timeout | approved | approves | 5000                 | 6000                 | connected                            | good    |
        | timeout | rejected | rejects  | 5000                 | 6000                 | rejected — edit config to re-approve | warning |
        | env     | approved | approves | {"A": "1", "B": "2"} | {"A": "1", "B": "3"} | connected                            | good    |
        | args    | rejected | rejects  | ["a", "b"]           | ["b", "a"]           | rejected — edit config to re-approve | warning |

  @QWEN-70
  Rule: Only a decision about this server in this directory is one

    Scenario Outline: <why>
      Given servers "docs, mail, docs2" over stdio
      And <other>
      And <where> the server "docs"
      When the workspace starts
      Then server "docs" was started 0 times
      And the approval queue is "docs"

      Examples:
        | why                         | other                                                 | where                         |
        | another one was approved    | server "mail" was approved before                     | the workspace settings define |
        | another one was approved    | server "mail" was approved before                     | the project brings            |
        | in the directory above      | server "docs" was approved before, in "/"             | the workspace settings define |
        | in a directory below        | server "docs" was approved before, in "/project/docs" | the workspace settings define |
        | in one that begins alike    | server "docs" was approved before, in "/projects"     | the workspace settings define |
        | one whose name begins alike | server "docs2" was approved before                    | the workspace settings define |

    Scenario Outline: there is none, over <kind>
      Given server "docs" over <kind>
      And the project brings the server "docs"
      When the workspace starts
      And 1h passes
      Then server "docs" received nothing
      And the approval queue is "docs"

      Examples:
        | kind |
        | http |
        | sse  |
        | ws   |

    Scenario Outline: the record has the hash <hash> and the status <status>
      Given server "docs" over stdio
      And the approvals file was written by hand:
        """
        {"/project": {"docs": {"hash": <hash>, "status": <status>}}}
        """
      And the workspace settings define the server "docs"
      When the workspace starts
      Then server "docs" was started <times>
      And the approval queue is "<queue>"

      Examples:
        | hash                                                               | status     | times   | queue |
        | "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739" | "approved" | 1 time  |       |
        | "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739" | "pending"  | 0 times | docs  |
        | "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739" | "allowed"  | 0 times | docs  |
        | "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739" | "APPROVED" | 0 times | docs  |
        | "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739" | true       | 0 times | docs  |
        | "859dfad8"                                                         | "approved" | 0 times | docs  |
        | ""                                                                 | "approved" | 0 times | docs  |
        | "*"                                                                | "approved" | 0 times | docs  |
        | null                                                               | "approved" | 0 times | docs  |
