@omp @virtual
Feature: Servers from before the metadata of resources give tokens themselves
  Until 2025-03-26 a server was its own authorization server, with endpoints at places
  that everyone knew. Such servers are still there.

  Background:
    Given the user approves logins

  @OAC-10 @X-LOGIN-7
  Rule: Without metadata of the resource the server's own origin is asked, and no other

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        authorization: {at: <at>, <more>}
        protected: {at: []}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the user was asked to log in <times> times

      Examples:
        | what                           | at      | more            | state        | times |
        | with metadata                  | [oauth] | refresh: true   | connected    | 1     |
        | with none                      | []      | refresh: true   | connected    | 1     |
        | with metadata below a path     | [oauth] | path: /tenant   | disconnected | 0     |
        | with none, and no registration | []      | register: false | disconnected | 0     |

    Scenario Outline: with none, of a server that <what>
      Given the switch "<switch>" is "<value>"
      And server "docs" over http with this script:
        """yaml
        authorization: {at: []}
        protected: {at: []}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the user was asked to log in <times> times

      Examples:
        | what                          | switch            | value      | state        | times |
        | may speak a later protocol    | protocol.era      | auto       | connected    | 1     |
        | is to speak today's protocol  | protocol.era      | modern     | disconnected | 0     |
        | is offered a later revision   | protocol.revision | 2025-06-18 | disconnected | 0     |
        | is offered the last revision  | protocol.revision | 2025-11-25 | disconnected | 0     |
        | is offered an older revision  | protocol.revision | 2024-11-05 | disconnected | 0     |

    Scenario Outline: with metadata, whatever is spoken: <revision>
      Given the switch "protocol.revision" is "<revision>"
      And server "docs" over http with this script:
        """yaml
        authorization: {at: [oauth]}
        protected: {at: []}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

      Examples:
        | revision   |
        | 2025-06-18 |
        | 2025-11-25 |

    Example: with none there is no place to revoke a token at
      Given server "docs" over http with this script:
        """yaml
        authorization: {at: []}
        protected: {at: []}
        """
      And the runtime has started
      When the user logs out of server "docs"
      Then the logout came to "forgotten"

    Example: with metadata of another issuer
      Given an authorization server "other"
      And server "docs" over http with this script:
        """yaml
        authorization: {}
        protected: {at: []}
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {issuer: "http://other.test"}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is disconnected
      And the user was asked to log in 0 times
      And the authorization server "other" was asked 0 times for "metadata"
