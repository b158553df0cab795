@qwen @virtual
Feature: A definition is identified as in the program that the documents describe
  Decisions are kept in one file that several programs of a user read and write. Who
  was approved in one must not be asked about in the other, so that the hash is the
  same to the last character, however odd a definition is.

  @F-QWEN-11
  Rule: A decision is stored with the SHA-256 of the definition as JavaScript writes it with sorted keys

    Scenario Outline: <definition>
      Given the workspace settings hold:
        """json
        {"mcpServers": {"docs": <definition>}}
        """
      And the workspace has started
      When the user rejects server "docs"
      Then the workspace's command succeeds
      And the approvals file holds:
        """json
        {"/project": {"docs": {"hash": "<hash>", "status": "rejected"}}}
        """

      Examples:
        | definition | hash |
        | {"command": "docs"}                                                                   | 859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739 |
        | {"command": "docs", "description": "mine"}                                            | 859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739 |
        | {"command": "docs", "extensionName": "mine"}                                          | 859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739 |
        | {"command": "docs", "scope": "user"}                                                  | 859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739 |
        | {"command": "docs", "args": ["a", "b"]}                                               | 489de2725c826e5189e6b474bc72755b4f45565d9ae25efac3f59dcf5cecebce |
        | {"command": "docs", "args": ["b", "a"]}                                               | 2b6a7d8c76af12763665b813f1e949cbd5ecab74dd8b9db3467302679d26f3ca |
        | {"command": "docs", "env": {"B": "2", "A": "1"}}                                      | 0400f8bedc12ed9a5ce3c0396b03a6d7715100199ed95f7ffb12733871307c03 |
        | {"command": "docs", "env": {"10": "x", "9": "y", "a": "z", "01": "w"}}                | 61207dc604447f5798f7bae328b3e539dc42700c671ebea67fe794181ab2f490 |
        | {"command": "docs", "env": {"é": "1", "z": "2", "😀": "3", "￿": "4"}}                 | 0e0e8f50e32422a04aae27b2a4f6d9766a288bba59e8c062b86dbd07a12eeb88 |
        | {"command": "docs", "args": ["quote \\" backslash \\\\ slash / <&>"]}                 | 039d98c8fa7a52b32ce1da8e164d7f5a11323faa0e4c1783c8a203a04ce5d203 |
        | {"command": "docs", "args": ["\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u2028"]}          | 0a6e3e68b61ee71699e06b12cef66ebb8ad608640438793fa28e358a29daef70 |
        | {"command": "docs", "args": ["é 😀"]}                                                 | 614215b29b3174add2a1007b7ebccf3608df45b4a5963c6e0b83ad0c736122e4 |
        | {"command": "docs", "trust": true, "includeTools": []}                                | f6494edb66460f0ce7bf02c7a42f30b754eef8846748d74d54c6eb4c4dde221a |
        | {"command": "docs", "timeout": 5000}                                                  | 9225091562f400794e8ba4cf8f55feb6f6ec3f4f1361f9231221bc2edd3c44b0 |
        | {"command": "docs", "env": {"a": "2", "4294967296": "1"}}                             | 0870f08a3882a1c834119614ba8ff194f6045099e46c6f5d360d7ac6b328df09 |
        | {"command": "docs", "timeout": 0.1}                                                   | 2c66ae5d75bc8d48e3749f750b1123aea21f5262882d9ca51c09db16df16dfb6 |
        | {"command": "docs", "timeout": 1e-6}                                                  | c8156de9fd56f2ec6adcf156a1d017b40a37a566b431f1a02e8b52888a4c96ce |
        | {"command": "docs", "timeout": 1.5e-7}                                                | 610679c568504763250014e99e1407a1d4c7d423838c9889e2c1f5d8900aaf92 |
        | {"command": "docs", "timeout": 1e20}                                                  | 28bd3ee431b6a451202405d8f8b72de1d506079bac69d8c77ed8c70373006197 |
        | {"command": "docs", "timeout": 1e21}                                                  | e1f866d8475ef24c130c45573e9180128ba84d94971408b68e0e77aaf533e99d |
        | {"command": "docs", "timeout": 1.5e-10}                                               | 0b283c67cb2aee62fc8ed776399ce70c7c2ad8db2b1dabf2a47c20bc1bc2545f |
        | {"command": "docs", "timeout": -0}                                                    | 8e46d2c72d75c3a6ede62cb1da7c7d25f6cef56f5f0f4c7afa9221d5c109e056 |
        | {"command": "docs", "trust": null}                                                    | 64760a07660c037d60f46a539295137ff910f7138fe3a545818d592957d9a207 |
        | {"command": "docs", "trust": false}                                                   | 4817f65d3072c7c407b02644ec14a3c2fe1c43339651a675908364ed900b694a |
        | {"command": "docs", "timeout": -1.5e-7}                                               | 0f1aae38a0ad3949845675d82c5141556e625ac2ccf8f521d4ce699ac3cd5d72 |
        | {"command": "docs", "env": {"!": "3", "4294967295": "4", "4294967294": "2", "3000000000": "1"}} | 16334d9c73c89705731d6042b30ab879d41a6c5dc603d1f50f472a95b2fdf856 |

  @F-QWEN-08
  Rule: A connection is known by the name of its server and 16 digits of what is needed to connect

    Scenario Outline: <definition>
      Given "mcpServers.docs" is <definition> in the user settings
      And "mcp.excluded" is ["docs"] in the user settings
      When the workspace starts
      Then the connection of server "docs" is known as "docs::<digits>"

      Examples: Computed by the rules of the documents, the first five by the documented program
        | definition                                                                                                                                                                                                                                                                                          | digits           |
        | {"command": "node", "args": ["s.js"]}                                                                                                                                                                                                                                                               | 8a60cb000d6fbb38 |
        | {"command": "node", "args": ["s.js"], "description": "mine", "trust": true, "includeTools": ["t"], "discoveryTimeoutMs": 200}                                                                                                                                                                       | 8a60cb000d6fbb38 |
        | {"command": "node", "args": ["s.js"], "env": {"B": "2", "A": "1"}}                                                                                                                                                                                                                                  | e6df411d1649d8f5 |
        | {"httpUrl": "http://127.0.0.1:1/mcp", "headers": {"X": "1"}}                                                                                                                                                                                                                                        | f9ea822b1d4d4714 |
        | {"url": "http://127.0.0.1:1/sse"}                                                                                                                                                                                                                                                                   | bc72df9e4543c3b9 |
        | {"tcp": "ws://127.0.0.1:1/mcp"}                                                                                                                                                                                                                                                                     | 42016892131ba546 |
        | {"command": "node", "cwd": "/tmp", "timeout": 5000}                                                                                                                                                                                                                                                 | 624d9ebad4a7272e |
        | {"httpUrl": "http://127.0.0.1:1/mcp", "authProviderType": "google_credentials", "targetAudience": "a", "targetServiceAccount": "s"}                                                                                                                                                                 | 1d53e0b1c006b4c2 |
        | {"httpUrl": "http://127.0.0.1:1/mcp", "oauth": {"enabled": true, "clientId": "c", "clientSecret": "s", "scopes": ["b", "a"], "audiences": ["y", "x"], "authorizationUrl": "http://a/", "tokenUrl": "http://t/", "redirectUri": "http://r/", "tokenParamName": "n", "registrationUrl": "http://g/"}} | 09830757e1c62bcb |
        | {"httpUrl": "http://127.0.0.1:1/mcp", "oauth": {"enabled": false, "clientId": "c"}}                                                                                                                                                                                                                 | ef49cf11abec6074 |
        | {"command": "node", "url": "http://127.0.0.1:1/sse", "tcp": "ws://127.0.0.1:1/mcp"}                                                                                                                                                                                                                 | bfebb283cfc9884e |
