@virtual
Feature: Room servers and managers of agents tell what they do
  They decide other things than a session does, and tell of other things: commands
  and public states, or who did what on which session.

  @X-LOG-05 @room
  Rule: A room server tells of each command, each change of state and each error

    Example: a provider that fails twice, is connected and is lost
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And the clock reaches 1s
      And server "alpha" comes up
      And the clock reaches 10s
      And server "alpha" drops its connections
      And the clock reaches 20s
      Then the runtime told this story of server "alpha":
        """
        0s server.state >held
        0s provider.state >idle
        0s server.log info [alpha] State transition: None -> Idle
        0s attempt.start 1
        0s server.state c1 >connecting
        0s attempt.fail 1 error: dial tcp alpha.test:80: connect: connection refused
        0s server.log warn [alpha] Connection attempt 1/5 failed: dial tcp alpha.test:80: connect: connection refused
        0s server.state c1 connecting>backoff error: dial tcp alpha.test:80: connect: connection refused
        0s backoff.wait 1 500ms
        0s provider.load
        0s provider.state idle>connecting
        0s server.log info [alpha] State transition: Idle -> Connecting
        500ms attempt.start 2
        500ms server.state c2 backoff>connecting
        500ms attempt.fail 2 error: dial tcp alpha.test:80: connect: connection refused
        500ms server.state c2 connecting>backoff error: dial tcp alpha.test:80: connect: connection refused
        500ms backoff.wait 2 1s
        1.5s attempt.start 3
        1.5s server.state c3 backoff>connecting
        1.5s server.state c3 connecting>handshaking
        1.5s server.state c3 handshaking>listing
        1.5s provider.state c3 connecting>connected
        1.5s server.log c3 info [alpha] State transition: Connecting -> Connected
        1.5s server.state c3 listing>ready
        1.5s tools.changed 1 alpha:echo
        10s attempt.start 1
        10s provider.state connected>connecting
        10s server.log info [alpha] State transition: Connected -> Connecting
        10s server.state c4 ready>connecting
        10s server.state c4 connecting>handshaking
        10s server.state c4 handshaking>listing
        10s provider.state c4 connecting>connected
        10s server.log c4 info [alpha] State transition: Connecting -> Connected
        10s server.state c4 listing>ready
        10s tools.changed 1 alpha:echo
        """
      And the runtime told this story of no server:
        """
        0s gate.open
        0s server.log info Starting MCP Connection Manager (LazyLoad: True)
        0s server.log info No MCP providers configured
        """

  @X-LOG-05 @agents
  Rule: A manager of agents tells who did what on which session, and what is active

    Example: a call that is retried, and a server that fails
      Given servers "docs, mail" over stdio
      And server "mail" answers "initialize" with error -32000 "no"
      And requests to server "docs" are retried 2 times
      And the first retry of requests to server "docs" comes after 100ms
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      When the manager connects its servers
      And the program calls tool "echo" of server "docs" with:
        """json
        {"text": "a"}
        """
      And 1s passes
      And the manager cleans up
      Then the runtime told this story of server "docs":
        """
        0s work.start c1 tools/call id echo
        0s attempt.start tools/call id echo shared> 1
        0s attempt.fail tools/call id echo shared> 1 error: MCP error -32000: no
        0s backoff.wait tools/call id echo 1 100ms
        0s work.start connect
        0s session.opened c1 shared
        0s work.end c1 connect >ok
        100ms attempt.start tools/call id echo shared> 2
        100ms work.end c1 tools/call id echo >ok
        1s work.start c1 cleanup
        1s session.closed c1 shared
        1s work.end c1 cleanup >ok
        """
      And the runtime told this story of server "mail":
        """
        0s work.start connect
        0s work.end c1 connect >failed error: MCP error -32000: no
        """
      And the runtime told this story of no server:
        """
        0s views.changed 1 active=docs failed=mail
        1s views.changed active= failed=mail
        """

    Example: a server that does not answer in time
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the manager gives up connecting a server after 3s
      When the manager connects its servers
      And 3s pass
      Then the runtime told this story of server "docs":
        """
        0s work.start connect
        3s work.end c1 connect >timeout 3s error: connect of MCP server 'docs' timed out after 3s
        """

    Example: a schema that cannot be strict
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: open, inputSchema: {type: object, additionalProperties: true}}]
        """
      And agent "writer" wants strict schemas
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then the runtime told this story of server "docs":
        """
        0s server.log info converting the schema of open to strict form: additionalProperties is set to something other than false
        0s work.start c1 tools/list
        0s attempt.start tools/list shared> 1
        0s work.end c1 tools/list >ok
        0s work.start connect
        0s session.opened c1 shared
        0s work.end c1 connect >ok
        """
