@omp @virtual
Feature: The loader gets what the session has
  Which servers count depends on the program: on its settings, on tools that it
  has itself, on the stores that it keeps. The session hands all of it to the
  loader and hands on what the loader found for others.

  @OMP-LC-04
  Rule: A session hands its loader the settings for project configuration and browsers, the tool cache and the credentials

    Scenario Outline: project configuration <project>, browser <browser>
      Given the session's setting "mcp.enableProjectConfig" is "<project>"
      And the session's setting "browser.enabled" is "<browser>"
      When a session starts
      Then discovery 1 was asked with:
        | project config | browser filter |
        | <project>      | <browser>      |

      Examples:
        | project | browser |
        | true    | true    |
        | false   | true    |
        | true    | false   |
        | false   | false   |

    Example: settings that nobody has set
      When a session starts
      Then discovery 1 was asked with:
        | project config | browser filter |
        | not set        | false          |

    @real
    Example: the cache is read and written
      Given servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When a session starts
      And 250ms pass
      Then startup returned at 250ms
      And the session has the tools "mcp__docs_search, mcp__mail_echo"
      And the cache of server "mail" holds the tools "echo"

    @real
    Example: a stored token goes to the server that it belongs to
      Given server "docs" over http
      And these credentials are stored:
        | id    | access token | expires in |
        | login | tok-1        | 1h         |
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      When a session starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer tok-1"

  @OMP-LC-05
  Rule: A session always asks for the Exa filter

    Scenario Outline: project configuration <project>, browser <browser>
      Given the session's setting "mcp.enableProjectConfig" is "<project>"
      And the session's setting "browser.enabled" is "<browser>"
      When a session starts
      And the session is reloaded
      Then discovery 1 was asked with:
        | Exa filter |
        | true       |
      And discovery 2 was asked with:
        | Exa filter |
        | true       |

      Examples:
        | project | browser |
        | true    | false   |
        | false   | true    |
        | true    | true    |
        | false   | false   |

    Example: also where the environment has a key of Exa
      Given the environment variable "EXA_API_KEY" is "mine"
      When a session starts
      Then discovery 1 was asked with:
        | Exa filter |
        | true       |

  @OMP-LC-118 @real
  Rule: A program without a session gets what the loader of a session returns

    Example: a good server, a cached one, a bad one and a key
      Given servers "docs, slow, bad" over http
      And server "docs" comes from the provider "Claude Code"
      And server "slow" never answers "initialize"
      And the cache holds the tools "search" of server "slow"
      And server "bad" answers "initialize" with error -32600 "no"
      And discovery finds the Exa key "key-1"
      When a session starts
      And 1s passes
      And servers are discovered and connected without a session
      And 1s passes
      Then the session's loader returned the tools "mcp__docs_echo, mcp__slow_search" and the server "docs"
      And the loader without a session returned the same
