@omp @virtual
Feature: A token is in the header of whatever is sent to its server
  A stream that is resumed and a message to an endpoint that the server has named are requests
  like any other: without the token they are refused, and a URL is no place for it.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-01 @OAC-02
  Rule: A request that resumes a stream and one to an announced endpoint carry the token in their header

    Example: the stream of a call is resumed
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        http: {answers: sse, resume: true}
        tools: [a]
        rules: [{when: {method: tools/call}, do: [{notify: m}, {delay: 100ms}, end, {delay: 500ms}, answer]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 1 time
      And every request to server "docs" after its first token has one, and no request to another server or in a URL

    Example: messages go to the endpoint that the stream has named
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        protected: {by: [login]}
        http: {legacy: {}}
        tools: [a]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And server "docs" is disconnected
      Then call 1 returns "ok"
      And every request to server "docs" after its first token has one, and no request to another server or in a URL
