@omp @virtual
Feature: A server that names several authorization servers is logged in at the one that is known
  The order in which it names them says which is taken when none is known.

  @OAC-16
  Rule: A login goes on at its own authorization server, wherever the metadata name it now

    Example: another one is named before it
      Given the user approves logins
      And an authorization server "first" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And an authorization server "second"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [first, second]}
        tools: [search]
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: ["http://first.test"]}}]}
          - {when: {endpoint: resource-metadata, after: 1}, do: [{patch: {authorization_servers: ["http://second.test", "http://first.test"]}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "first" was asked 1 time for "token refresh_token"
      And the authorization server "second" was asked 0 times for "authorize"
