@omp @virtual
Feature: What a script writes names what it answers
  Bytes that are written as they are have to carry the id of the request, its progress
  token or a cursor to be an answer at all. Holes in a text stand for them.

  @X-SCRIPT-04
  Rule: Holes in raw text and results are filled with what is answered

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: x/answer}, do: [<do>]}
        """
      And a connected transport to server "docs"
      When 1s passes
      And the request "x/answer" is sent with:
        """json
        {"cursor": "page \"2\"", "_meta": {"progressToken": 7}}
        """
      And the request "x/answer" is sent with:
        """json
        {"_meta": {"progressToken": "seven"}}
        """
      Then request 1 succeeds with:
        """json
        <first>
        """
      And request 2 succeeds with:
        """json
        <second>
        """

      Examples:
        | what                         | do                                                                                                                                   | first                                     | second                                     |
        | a result                     | result: {token: <token>, n: <n>, cursor: <cursor>, text: "no. <n> for <token> from <cursor>"}                                                    | {"token":7,"n":1,"cursor":"page \"2\"","text":"no. 1 for 7 from page \"2\""} | {"token":"seven","n":2,"cursor":null,"text":"no. 2 for seven from null"} |
        | the time                     | result: {at: <now>}                                                                                                                          | {"at":"2026-01-01T00:00:01Z"}             | {"at":"2026-01-01T00:00:01Z"}             |
        | raw text                     | never, raw: '{"jsonrpc":"2.0","id":<id>,"result":{"token":<token>,"cursor":<cursor>}}', raw: "\\n" | {"token":7,"cursor":"page \"2\""} | {"token":"seven","cursor":null} |
        | bytes in base64              | result: {n: <n>}, raw: {base64: "/wo="}                                                                                             | {"n":1}                                   | {"n":2}                                   |
