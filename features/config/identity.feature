@omp @virtual
Feature: A definition is compared and shown without its secrets
  Caches know a server by its definition, and logs speak of it. Neither may
  depend on a secret that was looked up, and logs show none that is written out.

  @X-CFG-04
  Rule: The fingerprint changes with every field and with nothing else

    Scenario Outline: <what>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"a": {<a>}, "b": {<b>}}}
        """
      When configurations are discovered
      Then the discovered servers "a" and "b" have <result>

      Examples:
        | what                     | result                 | a | b |
        | the name                 | the same fingerprint   | "command": "c" | "command": "c" |
        | a type that is inferred  | the same fingerprint   | "command": "c" | "type": "stdio", "command": "c" |
        | an empty list and object | the same fingerprint   | "command": "c" | "command": "c", "args": [], "env": {} |
        | no headers               | the same fingerprint   | "url": "u" | "url": "u", "headers": {}, "command": "" |
        | enabled                  | the same fingerprint   | "command": "c" | "command": "c", "enabled": true |
        | the order of keys        | the same fingerprint   | "command": "c", "env": {"A": "1", "B": "2"} | "env": {"B": "2", "A": "1"}, "command": "c" |
        | the order in auth        | the same fingerprint   | "url": "u", "auth": {"x": 1, "y": 2} | "url": "u", "auth": {"y": 2, "x": 1} |
        | the type                 | different fingerprints | "type": "sse", "url": "u" | "type": "http", "url": "u" |
        | the command              | different fingerprints | "command": "c" | "command": "d" |
        | an argument              | different fingerprints | "command": "c", "args": ["x"] | "command": "c", "args": ["y"] |
        | the order of arguments   | different fingerprints | "command": "c", "args": ["x", "y"] | "command": "c", "args": ["y", "x"] |
        | a variable's value       | different fingerprints | "command": "c", "env": {"A": "1"} | "command": "c", "env": {"A": "2"} |
        | a variable's name        | different fingerprints | "command": "c", "env": {"A": "1"} | "command": "c", "env": {"B": "1"} |
        | the directory            | different fingerprints | "command": "c", "cwd": "/x" | "command": "c", "cwd": "/y" |
        | the address              | different fingerprints | "url": "u" | "url": "v" |
        | a header                 | different fingerprints | "url": "u", "headers": {"A": "1"} | "url": "u", "headers": {"A": "2"} |
        | the era                  | different fingerprints | "command": "c", "era": "modern" | "command": "c" |
        | the timeout              | different fingerprints | "command": "c", "timeout": 1 | "command": "c", "timeout": 2 |
        | no timeout and none      | different fingerprints | "command": "c", "timeout": 0 | "command": "c" |
        | auth                     | different fingerprints | "url": "u", "auth": {"x": 1} | "url": "u", "auth": {"x": 2} |
        | large numbers in auth    | different fingerprints | "url": "u", "auth": {"x": 9007199254740993} | "url": "u", "auth": {"x": 9007199254740992} |
        | oauth                    | different fingerprints | "url": "u", "oauth": {"x": 1} | "url": "u", "oauth": {"x": 2} |
        | auth and oauth           | different fingerprints | "url": "u", "oauth": {"x": 1} | "url": "u", "auth": {"x": 1} |

    Example: a fingerprint that a cache has kept is found again
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "a": {"command": "c", "args": ["x"], "env": {"K": "${V}"}, "cwd": "/", "timeout": 5, "auth": {"k": 1}, "oauth": {"k": 2}},
          "b": {"type": "sse", "url": "http://x.test/", "headers": {"K": "v"}}}}
        """
      When configurations are discovered
      Then the discovered server "a" has the fingerprint "480509bc7f6c653b"
      And the discovered server "b" has the fingerprint "d578e9ef3c74da01"

  @X-CFG-05
  Rule: What is shown of a server names its fields and masks their values

    Scenario Outline: <shown>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"a": {<definition>}}}
        """
      When configurations are discovered
      Then the discovered server "a" is shown as "<shown>"

      Examples:
        | shown | definition |
        | a (stdio) | "cwd": "/" |
        | a (stdio, command c) | "command": "c" |
        | a (stdio, command c, 2 args, env A=*** B=***) | "command": "c", "args": ["k", "k"], "env": {"B": "k", "A": "k"} |
        | a (stdio, command c, 1 args, env A=***) | "command": "c", "args": ["k"], "env": {"A": "k"} |
        | a (http, url http://x.test, headers A=***) | "url": "http://x.test", "headers": {"A": "k"} |
        | a (stdio, command c, disabled) | "command": "c", "enabled": false |
        | a (stdio, command c, timeout 1.5s) | "command": "c", "timeout": 1500 |
        | a (http, url http://x.test, era modern, timeout 1ms, disabled) | "url": "http://x.test", "era": "modern", "timeout": 1, "enabled": false |
        | a (sse, url http://x.test/mcp, headers A=*** B=***) | "type": "sse", "url": "http://x.test/mcp", "headers": {"B": "k", "A": "k"} |
        | a (http, url http://x.test, auth ***) | "url": "http://x.test", "auth": {"k": "k"} |
        | a (http, url http://x.test, auth ***) | "url": "http://x.test", "oauth": {"k": "k"} |
        | a (ws, url ws://x.test) | "url": "ws://x.test" |
        | a (ws, url wss://x.test) | "type": "websocket", "url": "wss://x.test" |
        | a (http, url http://***@x.test:80/a) | "url": "http://me:k@x.test:80/a#k" |
        | a (http, url http://x.test/1234567890123456789/***/b) | "url": "http://x.test/1234567890123456789/12345678901234567890/b" |
        | a (http, url http://x.test?a=***&***&b=***) | "url": "http://x.test?a=k&k&b=" |
        | a (http, url /mcp) | "url": "/mcp" |
        | a (http, url ***) | "url": "mailto:k" |
        | a (http, url ***) | "url": "http://%zz" |
