@qwen @real
Feature: The options of the command hold for a whole session
  Who starts a session says once which servers may run at all, and which come from
  nowhere else. Whatever the files of the user and of the project say then, and
  whenever they begin to count, they cannot widen the one or remove the other.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And the user settings define the servers "docs, mail, wiki"

  @X-QWEN-17
  Rule: mcpsim session --allowed-mcp-server-names bounds the servers that settings allow

    Scenario Outline: <option>, and settings allow <allowed>
      Given "mcp.allowed" is <allowed> in the user settings
      When mcpsim runs in the project with these arguments:
        """
        session
        --profile
        qwen
        <option>
        --do
        list
        --do
        missing
        """
      Then mcpsim ends with code 0 and says "summary"
      And mcpsim answers "list" with "<list>"
      And mcpsim answers "missing" with "<missing>"

      Examples:
        | option                               | allowed          | list                                            | missing                                               |
        | --allowed-mcp-server-names=docs,mail | ["mail", "wiki"] | mail connected                                  | docs not_allowed, wiki not_allowed                    |
        | --allowed-mcp-server-names=docs,mail | null             | docs connected, mail connected                  | wiki not_allowed                                      |
        | --allowed-mcp-server-names=docs,mail | []               |                                                 | docs not_allowed, mail not_allowed, wiki not_allowed  |
        | --allowed-mcp-server-names=          | ["docs"]         |                                                 | docs not_allowed, mail not_allowed, wiki not_allowed  |
        | --json                               | ["mail", "wiki"] | mail connected, wiki connected                  | docs not_allowed                                      |

    Example: the settings of the project count later, and widen nothing
      Given "mcp.allowed" is ["docs"] in the user settings
      And "mcp.allowed" is ["mail", "wiki"] in the workspace settings
      When mcpsim runs in the project with these arguments:
        """
        session
        --profile
        qwen
        --untrusted
        --allowed-mcp-server-names=docs,mail
        --do
        missing
        --do
        trust on
        --do
        list
        --do
        missing
        """
      Then mcpsim ends with code 0 and says "summary"
      And mcpsim answers "missing" with "docs untrusted, mail not_allowed, wiki not_allowed | wiki not_allowed"
      And mcpsim answers "list" with "docs connected, mail connected"

  @X-QWEN-18
  Rule: mcpsim session --session-config and --mcp-config give servers that outrank all files and outlive every reload

    Example: one name in both, one in each, and nothing in files
      Given "mcpServers" is {"docs": {"command": "no-such-program"}, "wiki": {"command": "no-such-program"}} in the user settings
      And the file "given.json" of the project defines the servers "docs, mail"
      When mcpsim runs in the project with these arguments:
        """
        session
        --profile
        qwen
        --session-config=given.json
        --mcp-config={"mcpServers": {"mail": {"command": "no-such-program"}}}
        --do
        list
        --do
        remove docs
        --do
        reload
        --do
        show docs
        --do
        list
        """
      Then mcpsim ends with code 0 and says ""source":"session given.json:"
      And mcpsim answers "list" with "docs connected, wiki disconnected, mail disconnected | docs connected, wiki disconnected, mail disconnected"
