# Checks of your own: mcpsim steps --validate shows the steps, docs/validate.md explains the tags.
@target
Feature: What we ask of our server

  @X-OURS-1 @MUST
  Rule: A tool that does not exist is refused
    Fix: answer a call of an unknown tool with an error

    Example: a name that no tool has
      Given a session
      And the server declares "tools"
      When the request "tools/call" is sent with:
        """json
        {"name": "no-such-tool", "arguments": {}}
        """
      Then the answer is an error or a result with isError
