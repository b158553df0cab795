@omp @qwen @room @agents @virtual
Feature: An ordinary day
  Servers are started, called, and stopped; one goes away and comes back. No mistake
  was in mind when this was written: exploring it finds those of planted.yaml.

  @X-EXPLORE-01
  Rule: On an ordinary day everything works

    Scenario Outline: <profile> over <transport>
      Given the runtime is that of "<profile>"
      And servers "docs, mail, wiki" over <transport>
      And server "docs" is defined with the <secret> "Authorization" set to "tok-of-the-day"
      And server "mail" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{delay: 300ms}]}
        """
      And server "mail" has a timeout of 0
      When the runtime starts
      And 2s pass
      Then the tools of "docs, mail, wiki" are offered and no others
      When tools of "docs, mail, wiki" are called with:
        """json
        {"text": "good morning"}
        """
      And tools of "mail" are called with:
        """json
        {"text": "in between"}
        """
      And 2s pass
      Then call 1 returns "good morning"
      And call 2 returns "good morning"
      And call 4 returns "in between"
      When tools of "docs, mail" are called with:
        """json
        {"text": "good night, and this is a longer text than the one before"}
        """
      And server "wiki" drops its connections
      And 5s pass
      And server "mail" is disconnected
      And 5s pass
      Then call 1 returns "good morning"

      Examples:
        | profile            | transport | secret   |
        | omp                | stdio     | variable |
        | omp                | http      | header   |
        | omp                | ws        | header   |
        | hardened           | stdio     | variable |
        | qwen               | stdio     | variable |
        | qwen               | http      | header   |
        | room               | ws        | header   |
        | agents             | stdio     | variable |
        | agents             | http      | header   |
        | agents in parallel | stdio     | variable |
