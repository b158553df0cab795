@omp @qwen @room @agents @virtual
Feature: What a runtime says can be relied on
  Whoever decides by what a runtime says needs it to be true, and whoever hands
  it a secret needs it to keep it. Every documented runtime says what is, keeps
  what is secret, and tells the same story when the same things happen.

  @U-07
  Rule: A server is called connected if it has an open connection after a handshake, and only then

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail, wiki"
      And server "docs" answers "initialize" after 1s
      And server "wiki" answers "initialize" with error -32000 "no"
      When the runtime starts
      Then what is said of each server is what it has seen itself
      When the clock reaches 1001ms
      Then server "docs" is connected
      And what is said of each server is what it has seen itself
      When server "mail" goes down
      Then what is said of each server is what it has seen itself
      When all servers are disconnected
      Then what is said of each server is what it has seen itself

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-08
  Rule: The value of a header or of a variable is in no log, no state and no error

    Scenario Outline: a header, and a server that <does>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" is defined with the header "Authorization" set to "Bearer tok-1"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{status: 401}]}
        """
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1h passes
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer tok-1"
      And "tok-1" is nowhere to be seen

      Examples:
        | profile            | does            | method     |
        | omp                | refuses it      | initialize |
        | hardened           | refuses it      | initialize |
        | modern             | refuses it      | initialize |
        | omp                | refuses a call  | tools/call |
        | hardened           | refuses a call  | tools/call |
        | modern             | refuses a call  | tools/call |
        | qwen               | refuses it      | initialize |
        | qwen               | refuses a call  | tools/call |
        | agents             | refuses it      | initialize |
        | agents             | refuses a call  | tools/call |
        | agents in parallel | refuses it      | initialize |
        | agents in parallel | refuses a call  | tools/call |

    Scenario Outline: a variable, and a process that exits: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over stdio
      And server "docs" is defined with the variable "DOCS_TOKEN" set to "tok-1"
      And the runtime has started
      When 1s passes
      And server "docs" goes down
      And 1h passes
      Then process 1 of server "docs" was started with:
        | what                | value |
        | variable DOCS_TOKEN | tok-1 |
      And "tok-1" is nowhere to be seen

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | agents             |
        | agents in parallel |

    Scenario Outline: a header, and a call that takes too long: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" is defined with the header "Authorization" set to "Bearer tok-1"
      And server "docs" has a timeout of 5s
      And server "docs" never answers "tools/call"
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1h passes
      Then "tok-1" is nowhere to be seen

      Examples:
        | profile  |
        | omp      |
        | hardened |
        | modern   |
        | qwen     |
        | agents   |

    Scenario Outline: tokens, and a token endpoint that <does>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "tok-2"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | tok-1        | tok-2         | 1s         |
      And the token endpoint <does>
      When the runtime starts
      And 1h passes
      Then "tok-2" is nowhere to be seen
      And "tok-1" is nowhere to be seen

      Examples:
        | profile | does                         |
        | omp     | answers after 2m             |
        | agents  | answers after 2m             |
        | omp     | answers after 1s             |
