@omp @virtual
Feature: What was under way when a connection broke is not done a second time
  Nobody can tell whether the server has done it. The runtime connects anew and leaves
  it to the caller to ask again.

  @OMP-TP-109
  Rule: What is read or filled in when its connection breaks is not asked for on the new one

    Scenario Outline: <method> over <kind>, and <what>
      Given server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, first: 1}, do: [{delay: 1s}, <does>]}
        """
      And the runtime has started
      When <asked>
      And 1h passes
      Then call 1 fails with a text that begins with "<text>"
      And call 1 ended at <at>
      And server "docs" received "<method>" 1 time
      And server "docs" is connected

      Examples:
        | method         | kind  | what                 | does                       | asked                                         | text             | at |
        | resources/read | stdio | the process exits    | exit: 1                    | resource "doc:a" of server "docs" is read     | Transport closed | 1s |
        | prompts/get    | stdio | the process exits    | exit: 1                    | prompt "review" of server "docs" is filled in | Transport closed | 1s |
        | resources/read | http  | its connection drops | drop                       | resource "doc:a" of server "docs" is read     | sending POST:    | 1s |
        | prompts/get    | http  | the stream ends      | {stream: {how: eof}}, never | prompt "review" of server "docs" is filled in | Transport closed | 1s |
