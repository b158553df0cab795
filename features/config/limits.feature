@omp @virtual
Feature: Files are read up to fixed limits
  A file that came with a project cannot use up memory or stack. The limits are
  far above any real file, and what is just below them works.

  Background:
    Given discovery's option "everyProgram" is "true"

  @X-CFG-09
  Rule: A file is refused above a limit and not at it

    Scenario Outline: <times> times "<text>" in <file> are read
      Given the file "<file>" holds "<begin>", <times> times "<text>" and "<end>"
      When configurations are discovered
      Then discovery reported these problems:
        | problem |

      Examples:
        | file                        | begin          | times | text | end |
        | ~/.codex/config.toml        | x = | 100 | [ | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] |
        | ~/.codex/config.toml        | | 99 | a. | a = 1 |
        | ~/.codex/config.toml        | [ | 99 | a. | a] |
        | ~/.codex/config.toml        | [mcp_servers.a]\ncommand = 'c'\n# | 29997 | . | |
        | ~/.codex/config.toml        | # | 100000 | , | |
        | ~/.config/goose/config.yaml | x: [ | 98 | [ | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] |
        | ~/.config/goose/config.yaml | # | 262143 | x | |

    Scenario Outline: <times> times "<text>" in <file> are not
      Given the file "<file>" holds "<begin>", <times> times "<text>" and "<end>"
      When configurations are discovered
      Then discovery reported these problems:
        | place | problem |
        | <place> | <problem> |

      Examples:
        | file                        | begin          | times | text | end | place | problem |
        | ~/.lmstudio/mcp.json        | | 100 | [ | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] | ~/.lmstudio/mcp.json:1:1 | [LM Studio] Failed to load: expecting an object, not a list |
        | ~/.lmstudio/mcp.json        | | 101 | [ | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] | ~/.lmstudio/mcp.json:1:101 | [LM Studio] Failed to load: nested more than 100 levels deep |
        | ~/.codex/config.toml        | x = | 101 | [ | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] | ~/.codex/config.toml:1:1 | [Codex] Failed to load: nested more than 100 levels deep |
        | ~/.codex/config.toml        | | 100 | a. | a = 1 | ~/.codex/config.toml:1:205 | [Codex] Failed to load: nested more than 100 levels deep |
        | ~/.codex/config.toml        | [ | 100 | a. | a] | ~/.codex/config.toml:1:2 | [Codex] Failed to load: nested more than 100 levels deep |
        | ~/.codex/config.toml        | [mcp_servers.a]\ncommand = 'c'\n# | 29998 | . | | ~/.codex/config.toml | [Codex] Failed to load: too large, more than 30000 keys and their parts |
        | ~/.codex/config.toml        | # | 100001 | , | | ~/.codex/config.toml | [Codex] Failed to load: too large, more than 100000 commas |
        | ~/.config/goose/config.yaml | x: [ | 99 | [ | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] | ~/.config/goose/config.yaml:1:103 | [Goose] Failed to load: nested more than 100 levels deep |
        | ~/.codex/config.toml        | # | 16777216 | x | | ~/.codex/config.toml | [Codex] Failed to load: too large, 16777217 bytes where at most 16777216 are allowed |
        | ~/.config/goose/config.yaml | # | 262144 | x | | ~/.config/goose/config.yaml | [Goose] Failed to load: too large, 262145 bytes where at most 262144 are allowed |

    Scenario Outline: <times> times "<text>" in <file>, which is read for two reasons, are told twice
      Given the file "<file>" holds "<begin>", <times> times "<text>" and "<end>"
      When configurations are discovered
      Then discovery reported these problems:
        | place  | problem |
        | <file> | too large, 16777217 bytes where at most 16777216 are allowed; the servers of Gemini CLI that it may switch off are left out, so correct it first |
        | <file> | [Gemini CLI] Failed to load: too large, 16777217 bytes where at most 16777216 are allowed |

      Examples:
        | file                    | begin | times    | text | end |
        | ~/.gemini/settings.json | {} // | 16777213 | x    |     |

    Example: the list of servers that are switched off must be read whole
      Given the file "~/.omp/agent/mcp.json" holds "{} //", 16777213 times "x" and ""
      When configurations are discovered
      Then discovery ended with the error "reading the list of disabled servers: /home/user/.omp/agent/mcp.json: too large, 16777217 bytes where at most 16777216 are allowed"

    Example: settings
      Given the file ".mcp.json" holds "{} //", 16777213 times "x" and ""
      And the file "~/.qwen/settings.json" holds "{} //", 16777213 times "x" and ""
      When the workspace starts
      Then these settings files were reported broken:
        | scope   | path                  | error                                                                                        |
        | user    | ~/.qwen/settings.json | /home/user/.qwen/settings.json: too large, 16777217 bytes where at most 16777216 are allowed |
        | project | .mcp.json             | /project/.mcp.json: too large, 16777217 bytes where at most 16777216 are allowed             |
