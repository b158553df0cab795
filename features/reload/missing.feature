@qwen @virtual
Feature: Whoever misses a server sees what became of it
  A server that is not in the list was removed or is not allowed, and people look
  for it all the same. It has a detail, which says why and what brings it back.

  Background:
    Given servers "docs, mail, wiki, chat" over stdio
    And the user settings define the servers "docs, mail, wiki, chat"
    And the workspace has started

  @X-QWEN-06 @QWEN-46
  Rule: A server that may not connect is listed as missing with the reason, and one that was removed has a detail

    Scenario Outline: <reason>
      When "<key>" becomes <value> in the user settings
      And 1s passes
      Then these servers are missing:
        | name | reason   |
        | docs | <reason> |
      And the detail of server "docs" shows:
        | what   | value    |
        | text   | <text>   |
        | reason | <reason> |
        | advice | <advice> |
        | tools  |          |
      And the detail of server "mail" shows:
        | what   | value     |
        | text   | connected |
        | reason |           |

      Examples:
        | reason      | key          | value                                                                          | text        | advice                                                                                                                   |
        | removed     | mcpServers   | {"mail":{"command":"mail"},"wiki":{"command":"wiki"},"chat":{"command":"chat"}} | removed     | it was removed during this session: add it to the settings again                                                         |
        | not_allowed | mcp.allowed  | ["mail","wiki","chat"]                                                         | not_allowed | it is not in the list of allowed servers: add it to mcp.allowed, or start with another --allowed-mcp-server-names        |
        | excluded    | mcp.excluded | ["docs"]                                                                       | disabled    | it is excluded: take it out of mcp.excluded                                                                              |

    Example: several at once, the removed ones last, and one that comes back
      When the user settings are saved with the servers "docs, mail"
      And "mcp.excluded" becomes ["mail"] in the user settings
      And 1s passes
      Then these servers are missing:
        | name | reason   |
        | mail | excluded |
        | wiki | removed  |
        | chat | removed  |
      When the user settings are saved with the servers "docs, mail, chat"
      And 1s passes
      Then these servers are missing:
        | name | reason   |
        | mail | excluded |
        | wiki | removed  |

    Example: a name that was never configured has none
      Then there is no detail of server "other"
      When the user settings are saved with the servers "docs"
      And 1s passes
      Then there is no detail of server "other"
      And the detail of server "chat" shows:
        | what   | value   |
        | text   | removed |
        | source |         |

    Example: the directory is not trusted any more
      When the workspace becomes not trusted
      Then the detail of server "docs" shows:
        | what   | value                                                                                  |
        | text   | connected                                                                              |
        | reason | untrusted                                                                              |
        | advice | no server of a directory that is not trusted connects: trust the directory and reload  |
      When nobody can say whether the workspace is trusted
      Then the detail of server "mail" shows:
        | what   | value     |
        | reason | untrusted |

    Example: all of them, in a directory that is not trusted any more
      When the workspace becomes not trusted
      Then these servers are missing:
        | name | reason    |
        | docs | untrusted |
        | mail | untrusted |
        | wiki | untrusted |
        | chat | untrusted |
