@omp @virtual
Feature: Between its start and its connection a server is neither here nor there
  What is said of a server is said at a moment. While its handshake runs it is pending, for
  whoever asks and in what start-up returns.

  @OMP-LC-24
  Rule: A server whose handshake runs when start-up returns is not among the connected ones

    Example: beside one that is connected
      Given servers "docs, mail" over stdio
      And server "docs" answers "initialize" after 3s
      And the cache holds the tools "search" of server "docs"
      When a session starts
      And 1s passes
      Then the session's loader returned the tools "mcp__docs_search, mcp__mail_echo" and the servers "mail"
      And server "docs" is connecting

  @OMP-TP-06
  Rule: A request for roots is answered whatever its parameters are, also where there is a user to ask

    Scenario Outline: over <kind>
      Given the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"name": "Ada"}}
        """
      And server "docs" over <kind>
      And the runtime has started
      When server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":7,"method":"roots/list","params":{"_meta":{"progressToken":1}}}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc":"2.0","id":7,"result":{"roots":[{"uri":"file:///project","name":"project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
