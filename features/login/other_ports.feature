@omp @virtual
Feature: Another port of a host is another server
  Two servers of one host may belong to two people. A token that one of them was given for
  goes to no other port, whatever metadata say of it.

  @OAC-38
  Rule: A server at a port of its own gets no token of the server at the usual port

    Scenario Outline: the server is at <url>, the token is for <other>
      Given servers "docs, port" over http
      And server "port" is disabled
      And server "docs" is defined with url "<url>"
      And the program reaches server "docs" by the link to "port"
      And these credentials are stored:
        | id            | access token | expires in |
        | login:<other> | tok-1        | 1h         |
      When the runtime starts
      And 1m passes
      Then "initialize" number 1 to server "port" has <header>

      Examples:
        | url                       | other                     | header                                           |
        | http://docs.test:8080/mcp | http://docs.test/mcp      | no header "Authorization"                        |
        | http://docs.test:8080/mcp | http://docs.test:8081/mcp | no header "Authorization"                        |
        | http://docs.test:80/mcp   | http://docs.test/mcp      | the header "Authorization" set to "Bearer tok-1" |

  @OAC-38
  Rule: Metadata that name the same host at another port are refused, and no token is had for it

    Example: the resource is at port 8080
      Given the user approves logins
      And an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {resource: "http://docs.test:8080/mcp"}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "it is of http://docs.test:8080, not of the server's origin http://docs.test"
      And the authorization server "login" was asked 0 times for "authorize"
      And the authorization server "login" was asked 0 times for "token"
