@omp @virtual
Feature: The tool cache on disk survives sessions and whatever befalls its files
  Files are edited, cut off, copied and restored from backups. An entry is used
  if all of it is right, and what is wrong with it is a miss that says why: the
  server is then waited for, as if it had never been seen.

  Background:
    Given files are kept on disk

  @OMP-LC-63
  Rule: An entry in a file is used if it was saved for this server and this definition less than 30 days ago

    Example: one file for each server, with its whole definitions
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{result: {tools: [{name: b, description: "é <&>", inputSchema: {type: object}}, {name: a, inputSchema: {type: object}}]}}]
        """
      And server "My Docs.2" over stdio
      And server "My Docs.2" offers the tools ""
      When the runtime starts
      Then the directory "~/.cache" holds these files:
        | name                                            | mode       |
        | docs-46b42b4229cd7a39c564e780bb665a8b.json      | -rw------- |
        | my-docs-2-c2baf7714756920bc8da2ff43a6b0db5.json | -rw------- |
      And the file "~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json" is this text:
        """
        {"version":1,"server":"docs","config_hash":"6cddb4d709e572d1b3ad7b52afc43cbf151fd324658f57529c99708aa92cebba","saved_at":"2026-01-01T00:00:00Z","tools":[{"name":"b","description":"é <&>","inputSchema":{"type":"object"}},{"name":"a","inputSchema":{"type":"object"}}]}
        """

    Scenario Outline: an entry that was saved <ago> ago <is>
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "read, search" of server "docs"
      When <ago> pass
      And the runtime starts
      And 1m passes
      Then startup returned at <at>
      And the runtime has the tools "<tools>"
      And looking up the cached tools of server "docs" found "<found>"
      And the log has 0 records with "cache"

      Examples:
        | ago      | is         | found   | at    | tools                            |
        | 2591999s | is used    | hit     | 250ms | mcp__docs_read, mcp__docs_search |
        | 2592000s | is too old | expired | 30s   |                                  |

    Scenario Outline: a clock that was set back, to <saved>
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And in the file "~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json", "2026-01-01T00:00:00 becomes "<saved>
      When the runtime starts
      And 1m passes
      Then startup returned at <at>

      Examples:
        | saved               | at    |
        | 2026-01-31T00:00:00 | 250ms |
        | 2026-01-31T00:00:01 | 30s   |

    Example: another definition of the same server
      Given server "docs" over http
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And server "docs" is defined with the header "X-Key" set to "two"
      When the runtime starts
      And 1m passes
      Then startup returned at 30s
      And looking up the cached tools of server "docs" found "other config"
      And the log has 0 records with "cache"

    Example: a server that was never seen
      Given servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "mail"
      When the runtime starts
      And 1m passes
      Then startup returned at 30s
      And looking up the cached tools of server "docs" found "absent"
      And the log has 0 records with "cache"

  @OMP-LC-46
  Rule: An entry that cannot be used is a miss with one warning, and what is no definition is left out of it

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 1s
      And the cache holds the tools "search" of server "docs"
      And in the file "~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json", <from> becomes <to>
      When the runtime starts
      And 1m passes
      Then startup returned at 1s
      And the log has 1 warning of "docs" that ends with "reading the tool cache failed reading cached tools of "docs": <why>"
      And looking up the cached tools of server "docs" found "<found>"
      And the cache of server "docs" holds the tools "echo"
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | what                  | from                                                | to                | why                          | found        |
        | another version       | "version":1                                         | "version":2       | version 2, not 1             | version      |
        | no version            | "version":1,                                        | "v":1,            | version 0, not 1             | version      |
        | another server's file | "server":"docs"                                     | "server":"mail"   | saved for "mail"             | corrupt      |
        | a text for a version  | "version":1                                         | "version":"1"     | not an entry of the tool cache | corrupt    |
        | no date               | "saved_at":"                                        | "saved_at":"x     | not an entry of the tool cache | corrupt    |
        | cut off               | }]}                                                 | }                 | unexpected end of JSON input | corrupt      |
        | tools are an object   | [{"name":"search","inputSchema":{"type":"object"}}] | {}                | tools are not an array       | not an array |
        | tools are a text      | "tools":[                                           | "tools":"x","a":[ | tools are not an array       | not an array |
        | there are no tools    | "tools":[                                           | "a":[             | tools are not an array       | not an array |
        | tools are texts       | "tools":[{                                          | "tools":["a",{    | tool 0 is not an object      | corrupt      |
        | the last is null      | }}]                                                 | }},null]          | tool 1 is not an object      | corrupt      |

    Example: a list with something that is no definition
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: [{name: search, inputSchema: {type: object}}, "x"]}]}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_search"
      And the cache of server "docs" holds the tools "search"
      And the log has 1 warning of "docs" that ends with "some tools cannot be used leaving out tool 1 of server "docs": reading a tool: a string, not an object"
      And the log has 0 records with "cache"

    Scenario Outline: there is no cache, and a server is late, over <kind>
      Given there is no cache
      And server "docs" over <kind>
      And server "docs" answers "initialize" after 1s
      When the runtime starts
      And 1m passes
      Then startup returned at 1s
      And the runtime has the tools "mcp__docs_echo"
      And the log has 0 records with ""

      Examples:
        | kind  |
        | stdio |
        | http  |
