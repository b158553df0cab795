@omp @virtual
Feature: YAML is read with the same care as JSON
  Goose writes its servers in YAML, in which one value can be written in many ways.

  Background:
    Given discovery's option "everyProgram" is "true"

  @X-DISC-13
  Rule: Anchors, tags, comments, blocks and numbers mean what they mean in YAML

    Scenario Outline: <content>
      Given the file "~/.config/goose/config.yaml" holds:
        """
        <content>
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "c", <more>}
        """
      And discovery reported these problems:
        | problem |

      Examples:
        | more                        | content |
        | "args": ["a\\nb", ".inf", "-.inf", ".nan"] | extensions:\n  docs:\n    cmd: c\n    args:\n      - \|-\n        a\n        b\n      - !!str .inf\n      - -.inf\n      - .nan |
        | "timeout": 1500             | extensions: {docs: {cmd: c, timeout: 1.5}} |
        | "timeout": 5000             | extensions: {docs: {cmd: c, timeout: !!int 5}} |
        | "timeout": 5000             | # mine\nextensions: # here\n  docs: {cmd: c, timeout: 5} # there\n# end\n---\nextensions: {docs: {cmd: d}} |
        | "args": ["a"], "env": {"K": "v"} | x: &e {K: v}\ny: &a [a]\nz: &c c\nextensions: {docs: {cmd: *c, args: *a, envs: *e}} |

  @X-DISC-13
  Rule: YAML that is none is named with its place, in words that repeat nothing of it

    Scenario Outline: <problem>
      Given the file "~/.config/goose/config.yaml" holds:
        """
        <content>
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place                           | problem |
        | ~/.config/goose/config.yaml:<at> | [Goose] Failed to load: <problem> |

      Examples:
        | at  | problem | content |
        | 1:4 | not YAML: could not find end character of double-quoted text | a: "SECRET |
        | 2:1 | not YAML: found character 'tab' that cannot start any token | extensions:\n	a: 1 |
        | 1:1 | expecting keys and values | - a |
        | 1:4 | there is no anchor of this name above | é: *x |
        | 1:4 | there is no anchor of this name above | a: *x\nb: [*y] |
        | 2:4 | there is no anchor of this name above | a: 1\nb: *x\nx: &x 1 |

  @X-DISC-13
  Rule: A value in YAML that is of another kind is told with its place, wherever its anchor is

    Scenario Outline: <problem>
      Given the file "~/.config/goose/config.yaml" holds:
        """
        x: &x [1]
        extensions:
          docs: {cmd: c, <text>}
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place                             | server | problem   |
        | ~/.config/goose/config.yaml:<at> | docs   | <problem> |

      Examples:
        | at   | problem | text |
        | 3:27 | "timeout" is ignored: it must be a number of seconds, at least 0 | timeout: -5 |
        | 3:27 | "enabled" is ignored: it must be true or false, not a string | enabled: yes |
        | 3:28 | left out: "args[1]" must be a string, not a number | args: [a, 5] |
        | 3:25 | left out: "args[0]" must be a string, not a number | args: [-5] |
        | 3:25 | left out: "args[0]" must be a string, not a number | args: [1.5] |
        | 3:25 | left out: "args[0]" must be a string, not null | args: [~] |
        | 3:24 | left out: "envs" must be an object of strings, not a list | envs: *x |
        | 3:28 | left out: "envs.K" must be a string, not a list | envs: {K: *x} |

  @X-DISC-13
  Rule: A byte order mark is no mistake, and places are counted as if it were one character

    Scenario Outline: <file>
      Given the file "<file>" holds a byte order mark and:
        """
        <content>
        """
      When configurations are discovered
      Then these servers are discovered:
        | name |
        | docs |
      And discovery reported these problems:
        | place       | server | problem |
        | <file>:<at> | docs   | "<key>" is ignored: it must be a number of <unit>, at least 0 |

      Examples:
        | file                        | at   | key              | unit         | content |
        | .mcp.json                   | 1:54 | timeout          | milliseconds | {"mcpServers": {"docs": {"command": "c", "timeout": "5"}}} |
        | ~/.codex/config.toml        | 1:56 | tool_timeout_sec | seconds      | mcp_servers.docs = {command = "c", tool_timeout_sec = "5"} |
        | ~/.config/goose/config.yaml | 1:39 | timeout          | seconds      | extensions: {docs: {cmd: c, timeout: "5"}} |
