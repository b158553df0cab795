@omp @virtual
Feature: What is kept on disk is whole, private, and no more than a file
  Settings and tokens are small files that other programs write too, and a machine
  can lose power while one is written. A file is replaced as a whole and read by its
  owner only, and what is no regular file is not read.

  Background:
    Given files are kept on disk

  @X-DISC-12
  Rule: A configuration file may be a link, and nothing that is no file is read

    Example: a link, and two directories
      Given the file "~/.claude.json" is a link to "~/mine.json"
      And the file "~/mine.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file ".mcp.json" is a directory
      And the file "~/.gemini/settings.json" is a link to "~/lost.json"
      And the file "~/.codex/config.toml" is a link to "~/.codex"
      When configurations are discovered
      Then these servers are discovered:
        | name | path           |
        | docs | ~/.claude.json |
      And discovery reported these problems:
        | place                | problem                                             |
        | ~/.codex/config.toml | [Codex] Failed to load: not a regular file          |
        | .mcp.json            | [MCP Config] Failed to load: not a regular file     |

    Example: servers that are switched off must be known
      Given server "docs" over stdio
      And the file "~/.omp/agent/mcp.json" is a directory
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When the runtime discovers and starts
      Then startup reported one error, of ".mcp.json", with "reading the list of disabled servers: read "
      And server "docs" was started 0 times

  @X-CFG-12
  Rule: A stored credential is one file that only its owner may read, replaced as a whole when it is renewed

    Example: before and after
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1m         |
      Then the file "~/.credentials/428821350e9691491f616b754cd8315f.json" holds:
        """json
        {"version": 1, "id": "login", "access_token": "access-1", "refresh_token": "refresh-1", "expires": "2026-01-01T00:01:00Z"}
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-2     | refresh-2     | 1h0m0s     |
      And the directory "~/.credentials" holds these files:
        | name                                  | mode       |
        | 428821350e9691491f616b754cd8315f.json | -rw------- |

    Example: what is not known is not written
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     |               |            |
      Then the file "~/.credentials/428821350e9691491f616b754cd8315f.json" holds:
        """json
        {"version": 1, "id": "login", "access_token": "access-1"}
        """

  @X-CFG-12
  Rule: A credential file that is none is named in a warning and left as it is

    Scenario Outline: <content><times>
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      And the file "~/.credentials/428821350e9691491f616b754cd8315f.json" holds "<content>", <times> times " " and "<end>"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has <header>
      And the log has <n> of "docs" with "reading a credential: "
      And the log has <n> of "docs" with "<why>"

      Examples:
        | content                                                | times | end | header                                             | n         | why |
        | {"version": 1, "id": "login", "access_token": "access-1" | 0     | }   | the header "Authorization" set to "Bearer access-1" | 0 records | credential |
        | {"version": 1, "id": "login", "refresh_token": "tok"   | 0     | }   | no header "Authorization"                          | 0 records | reading a credential |
        | {"version": 1, "id": "login"                           | 0     | }   | no header "Authorization"                          | 1 record  | 428821350e9691491f616b754cd8315f.json: not a stored credential |
        | {"id": "login", "access_token": "tok"                  | 0     | }   | no header "Authorization"                          | 1 record  | not a stored credential |
        | {"version": 2, "id": "login", "access_token": "tok"    | 0     | }   | no header "Authorization"                          | 1 record  | not a stored credential |
        | {"version": 1, "id": "other", "access_token": "tok"    | 0     | }   | no header "Authorization"                          | 1 record  | not a stored credential |
        | {"version": 1, "id": "login", "access_token": "tok"    | 0     |     | no header "Authorization"                          | 1 record  | not a stored credential |
        | {"version": 1, "id": "login", "access_token": "a"      | 65486 | }   | the header "Authorization" set to "Bearer a"       | 0 records | credential |
        | {"version": 1, "id": "login", "access_token": "a"      | 65487 | }   | no header "Authorization"                          | 1 record  | file is too large: more than 65536 bytes |

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      And the file "~/mine.json" holds:
        """json
        {"version": 1, "id": "login", "access_token": "tok"}
        """
      And the file "<file>" is <what>
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" has no header "Authorization"
      And the log has 1 record of "docs" that ends with "<why>"

      Examples:
        | file                                                 | what                    | why                |
        | ~/.credentials/428821350e9691491f616b754cd8315f.json | a directory             | not a regular file |
        | ~/.credentials/428821350e9691491f616b754cd8315f.json | a link to "~/mine.json" | not a regular file |
        | ~/.credentials                                       | a link to "~/mine.json" | not a directory    |
