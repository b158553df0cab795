@qwen @virtual
Feature: Servers are reconciled one pass at a time
  Two passes side by side would fight over one server. Whoever asks during a
  pass gets a further one, together with everybody else who asks meanwhile.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And server "docs" answers "tools/list" after 10s
    And the user settings define the server "docs"
    And the workspace has started

  @QWEN-38
  Rule: Changes during a pass lead to exactly one further pass, which sees the latest settings

    Example: two edits while a server is slow
      When the clock reaches 1s
      And the user settings are saved with the servers "docs, mail"
      And the clock reaches 2s
      And the user settings are saved with the servers "docs, wiki"
      And the clock reaches 9s
      Then servers were reconciled 1 time
      When 1h passes
      Then servers were reconciled 2 times
      And the last pass did "added wiki; kept 1"
      And server "mail" was started 0 times
      And server "docs" was started 1 time

  @QWEN-39
  Rule: Settings and the user's reload never reconcile at the same time

    Example: both during a pass
      When the clock reaches 1s
      And the user settings are saved with the servers "docs, mail"
      And the user reloads the servers
      And the clock reaches 9s
      Then the workspace's command is pending
      And servers were reconciled 1 time
      When 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And no two passes overlapped
