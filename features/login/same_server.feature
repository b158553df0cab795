@omp @virtual
Feature: A login is for a server, however its address is written
  People write one address in several ways. A server that was logged in to is the same one
  under each of them, and another path or port is another server.

  @OAC-34
  Rule: Case of the scheme, query and fragment make no other server

    Scenario Outline: <url>
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      And server "mail" over http
      And server "mail" is defined with url "<url>"
      When the runtime starts server "mail"
      And 1m passes
      Then the user was asked to log in <times>
      And server "mail" is <state>

      Examples:
        | url                           | times   | state        |
        | http://docs.test/mcp          | 1 time  | connected    |
        | HTTP://docs.test/mcp          | 1 time  | connected    |
        | http://docs.test/mcp?         | 1 time  | connected    |
        | http://docs.test/mcp?a=b      | 1 time  | connected    |
        | http://docs.test/mcp#part     | 1 time  | connected    |
        | http://ann:one@docs.test/mcp  | 1 time  | disconnected |
        | http://docs.test/MCP          | 1 time  | disconnected |
        | http://docs.test:81/mcp       | 1 time  | disconnected |

  @OAC-34
  Rule: The usual port makes no other server

    Example: a login of another process, in whose address no port is
      Given server "docs" over http
      And server "docs" is defined with url "http://docs.test:80/mcp"
      And these credentials are stored:
        | id                         | access token |
        | login:http://docs.test/mcp | good         |
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer good"
