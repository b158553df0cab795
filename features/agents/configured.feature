@agents @virtual
Feature: A manager knows its servers by name, and refuses what makes no sense
  Errors and lists name servers, also those that were given no name. A mistake in
  how a manager is made is told when it is made.

  @OAI-16
  Rule: Every configured server is listed under its name, and settings that mean nothing make no manager

    Scenario Outline: a server over <transport> without a name is called after how it is reached
      Given server "docs" over <transport>
      And server "docs" is configured without a name
      Then the manager shows:
        | view       | servers |
        | configured | <name>  |

      Examples:
        | transport | name                                  |
        | stdio     | stdio: docs                           |
        | http      | streamable_http: http://docs.test/mcp |
        | sse       | sse: http://docs.test/mcp             |
        | ws        | ws: ws://docs.test                    |

    Example: credentials are no part of a name
      Given server "docs" over http
      And server "docs" is defined with url "http://user:secret@docs.test/mcp"
      And server "docs" is configured without a name
      Then the manager shows:
        | view       | servers                               |
        | configured | streamable_http: http://docs.test/mcp |

    Example: a server without settings is refused
      Given server "docs" over http
      And a server without settings is configured
      Then the manager is refused with "server 2 of 2 has no settings"

    Scenario Outline: a limit that makes no sense is refused when <work>
      Given server "docs" over http
      And the manager gives up <work> a server after -1ns
      Then the manager is refused with "<text>"

      Examples:
        | work        | text                                                         |
        | connecting  | connect timeout of -1ns: must be positive, or 0 for none     |
        | cleaning up | cleanup timeout of -1ns: must be positive, or 0 for none     |
