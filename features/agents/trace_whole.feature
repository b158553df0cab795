@agents @virtual
Feature: A trace leaves nothing out
  Who looks for what went wrong reads the trace from its beginning to its end. An
  event that is missing sends them the wrong way.

  @OAI-76
  Rule: Each thing that is done for a server, and each change of the views, is told once with its owner

    Example: the whole trace of one server, with a worker, retries and a cache
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
          - {when: {method: tools/call, nth: 2}, do: [{status: 502}]}
        """
      And server "docs" caches its tools
      And requests to server "docs" are retried 2 times
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program sends "tools/list" to server "docs"
      And the program sends "tools/call" to server "docs"
      And 5s pass
      And the manager cleans up
      Then the trace tells of managed server "docs":
        """
        docs/worker-1 owner.start
        docs/worker-1 work.start connect
        docs/worker-1 session.opened shared
        docs/worker-1 work.end connect ok
        docs/request-1 work.start tools/list
        docs/request-1 attempt.start tools/list shared
        docs/request-1 work.end tools/list ok
        docs/request-2 work.start tools/list
        docs/request-2 cache.read hit
        docs/request-2 work.end tools/list ok
        docs/request-3 work.start tools/call search
        docs/request-3 attempt.start tools/call search shared
        docs/request-3 attempt.fail tools/call search shared
        docs/request-3 attempt.start tools/call search isolated
        docs/request-3 session.opened isolated
        docs/request-3 session.closed isolated
        docs/request-3 attempt.fail tools/call search isolated
        docs/request-3 backoff.wait tools/call search
        docs/request-3 attempt.start tools/call search shared
        docs/request-3 work.end tools/call search ok
        docs/worker-1 work.start cleanup
        docs/worker-1 session.closed shared
        docs/worker-1 work.end cleanup ok
        docs/worker-1 owner.end
        """

    Example: the program sees each change of what is active and what has failed
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" cannot be started
      When the manager connects its servers
      And server "c" comes up
      And 1s passes
      And the manager reconnects the failed servers
      And 1s passes
      And the manager cleans up
      Then the trace tells of these views in turn:
        """
        program 1 active=a failed=b,c
        program 2 active=a,c failed=b
        program 0 active= failed=b
        """

    Scenario Outline: the trace names what <method> is about
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        """
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      Then the trace tells of managed server "docs":
        """
        program work.start connect
        program session.opened shared
        program work.end connect ok
        docs/request-1 work.start <method> <subject>
        docs/request-1 attempt.start <method> <subject> shared
        docs/request-1 work.end <method> <subject> ok
        """

      Examples:
        | method                   | subject  |
        | tools/list               |          |
        | prompts/list             |          |
        | prompts/get              | hello    |
        | resources/list           |          |
        | resources/templates/list |          |
        | resources/read           | file:///a |
