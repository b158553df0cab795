@omp @virtual
Feature: Cached tools are kept in files of their own
  A cache is never worth an error. What is in the place of one of its files, or of all,
  is told, and the server is waited for.

  Background:
    Given files are kept on disk

  @OMP-LC-45
  Rule: Cached tools are one file per server, and what is no file is replaced only if it can be

    Example: a file of its own
      Given server "docs" over stdio
      When the runtime starts
      Then the directory "~/.cache" holds these files:
        | name                                       | mode       |
        | docs-46b42b4229cd7a39c564e780bb665a8b.json | -rw------- |

    Example: a directory is in the way
      Given server "docs" over stdio
      And the file "~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json" is a directory
      When the runtime starts
      Then server "docs" is connected
      And startup reported no errors
      And the directory "~/.cache" holds these files:
        | name                                       | mode       |
        | docs-46b42b4229cd7a39c564e780bb665a8b.json | drwx------ |

    Scenario Outline: what is in the place of an entry is told, <what>
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 1s
      And the file "~/mine.json" holds:
        """json
        {}
        """
      And the file "<file>" is <what>
      When the runtime starts
      And 1m passes
      Then startup returned at 1s
      And server "docs" is connected
      And looking up the cached tools of server "docs" found "<found>"
      And the log has 1 warning of "docs" with "reading the tool cache failed reading cached tools of "docs": <why>"
      And the log has <kept> warnings of "docs" with "writing the tool cache failed saving tools of "docs": "

      Examples:
        | file                                                | what                    | found      | kept | why |
        | ~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json | a directory             | corrupt    | 1    |     |
        | ~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json | a link to "~/mine.json" | corrupt    | 0    |     |
        | ~/.cache                                            | a link to "~/mine.json" | unreadable | 1    |     |

    Scenario Outline: an entry of <size> bytes <is>
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 1s
      And the cache holds the tools "search" of server "docs"
      And the file "~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json" is filled up to <size> bytes
      When the runtime starts
      And 1m passes
      Then startup returned at <at>
      And looking up the cached tools of server "docs" found "<found>"
      And the log has <n> warnings of "docs" with "docs-46b42b4229cd7a39c564e780bb665a8b.json: file is too large: more than 8388608 bytes"

      Examples:
        | size    | is           | at    | found   | n |
        | 8388608 | is used      | 250ms | hit     | 0 |
        | 8388609 | is too large | 1s    | corrupt | 1 |

    Scenario Outline: a list whose entry has <bytes> bytes is <is>
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do:
            - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"},"description":"'
            - raw: {text: "x", size: <size>}
            - raw: "\"}]}}\n"
            - never
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_a"
      And the log has <log>

      Examples:
        | bytes   | is        | size    | log |
        | 8388608 | saved     | 8388382 | 0 records with "cache" |
        | 8388609 | not saved | 8388383 | 1 warning of "docs" that ends with "writing the tool cache failed saving tools of "docs": 8388609 bytes are more than the 8388608 that are stored" |

    Scenario Outline: the name of a file says which server it is of: <server>
      Given server "<server>" over stdio
      When the runtime starts
      Then the directory "~/.cache" holds these files:
        | name   | mode       |
        | <file> | -rw------- |

      Examples:
        | server | file |
        | azAZ09-/.:@[`{é | azaz09----------9cb4b02cc622a32aad1d915c3f914bb6.json |
        | a234567890123456789012345678901234567890 | a234567890123456789012345678901234567890-6d246c4db791b0d2ac1e7c82c3b85d1d.json |
        | a2345678901234567890123456789012345678901 | a234567890123456789012345678901234567890-a399a513e78376cd588ab2e34294cb49.json |
