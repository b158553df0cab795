@omp @virtual
Feature: What a tool returns reaches the program whole

  @OMP-LC-82 @real
  Rule: Every block of a result is there, whatever its type

    Example: an image between two texts
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - name: pic
            answer: {result: {content: [{type: text, text: a}, {type: image, data: aGk=, mimeType: image/png}, {type: text, text: b}]}}
        """
      And the runtime has started
      When tool "mcp__docs_pic" is called
      Then call 1 returns this result:
        """json
        [{"type": "text", "text": "a"}, {"type": "image", "data": "aGk=", "mimeType": "image/png"}, {"type": "text", "text": "b"}]
        """

  @OMP-LC-80
  Rule: A deferred tool, too, is called twice at most

    Scenario Outline: every call fails, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" after 2s
      And the cache holds the tools "echo" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<fault>]}
        """
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" <times>

      Examples:
        | kind | fault         | times   |
        | http | {status: 503} | 2 times |
        | http | {status: 500} | 1 time  |
