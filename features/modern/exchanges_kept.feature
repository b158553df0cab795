@omp @virtual
Feature: What a modern server does or says once is not kept
  A list may be used again for as long as its server says. A call has done something, and a
  prompt was made for its arguments: neither is answered from memory.

  @MOD-11
  Rule: Calls and prompts are asked for each time, whatever their results say of time

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [search]
        prompts: [review]
        rules:
          - {when: {method: tools/call}, do: [result: {content: [], resultType: complete, ttlMs: 3600000, cacheScope: public}]}
          - {when: {method: prompts/get}, do: [result: {messages: [], resultType: complete, ttlMs: 3600000, cacheScope: public}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And prompt "review" of server "docs" is filled in
      And prompt "review" of server "docs" is filled in
      Then server "docs" received "tools/call" 2 times
      And server "docs" received "prompts/get" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |
