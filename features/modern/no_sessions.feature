@omp @virtual
Feature: What belongs to sessions stays with them
  A runtime that speaks both protocols has switches for streams that are resumed. They are
  about servers with sessions: nothing can be resumed where there is none.

  @MOD-02 @MOD-CLI-30 @MOD-CLI-61
  Rule: A stream of a modern server is not resumed, whatever is chosen for others

    Scenario Outline: a call whose stream is <end>, http.stream_end <choice>
      Given the switch "protocol.era" is "modern"
      And the switch "http.stream_end" is "<choice>"
      And the switch "http.listener_drop" is "resume-first"
      And the switch "calls.repeat" is "unsent"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [{sse: {end: <end>, events: [{id: e1, data: ''}]}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1h passes
      Then call 1 ended at 0s
      And server "docs" received "GET" 0 times
      And server "docs" received "tools/call" 1 time

      Examples:
        | end   | choice |
        | eof   | resume |
        | reset | resume |
        | eof   | fail   |

  @MOD-02 @MOD-CLI-30
  Rule: A list whose stream breaks is asked for with a new id, if at all

    Scenario Outline: <method>, and the stream is <end>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: <method>, nth: 1}, do: [{sse: {end: <end>, events: [{id: e1, data: ''}]}}]}]
        """
      When the runtime starts
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" is connected
      And server "docs" saw the request id only once each

      Examples:
        | method         | end   |
        | tools/list     | eof   |
        | tools/list     | reset |
        | resources/list | eof   |
        | prompts/list   | reset |
