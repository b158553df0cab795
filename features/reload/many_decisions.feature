@qwen @virtual
Feature: However many decisions there are, each stays

  @QWEN-90
  Rule: Of many decisions about a project none is lost or weakened by the others

    Example: two were approved and three rejected, and the program starts anew
      Given servers "a, b, c, d, e" over stdio
      And the workspace settings define the servers "a, b, c, d, e"
      And the workspace has started
      When the user approves server "a"
      And the user rejects server "b"
      And the user rejects server "c"
      And the user approves server "d"
      And the user rejects server "e"
      And the workspace is closed and another one starts
      Then the approval queue is ""
      And the runtime has the tools "mcp__a__echo, mcp__d__echo"
