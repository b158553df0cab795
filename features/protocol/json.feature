@omp @virtual
Feature: JSON is read as the standard says, not more and not less
  A reader that is too strict loses messages of honest servers; one that is too lax
  lets through what the next reader chokes on. Whatever is odd costs its own line only.

  @OMP-TP-55
  Rule: What is not JSON costs its own line only, wherever the mistake is

    Scenario Outline: <what>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """text
        <line>
        """
      And the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped not json
        """

      Examples:
        | what                      | line                                                        |
        | no value                  | {"jsonrpc":"2.0","method":"a","params":}                    |
        | no colon                  | {"jsonrpc":"2.0","method" "a"}                              |
        | no comma                  | {"jsonrpc":"2.0" "method":"a"}                              |
        | a comma too many          | {"jsonrpc":"2.0","method":"a",}                             |
        | a list with a comma more  | {"jsonrpc":"2.0","method":"a","params":[1,]}                |
        | a list without a comma    | {"jsonrpc":"2.0","method":"a","params":[1 2]}               |
        | a name without quotes     | {"jsonrpc":"2.0",method:"a"}                                |
        | single quotes             | {'jsonrpc':'2.0','method':'a'}                              |
        | the wrong bracket         | {"jsonrpc":"2.0","method":"a","params":[1}}                 |
        | an open list              | {"jsonrpc":"2.0","method":"a","params":[1                   |
        | an open text              | {"jsonrpc":"2.0","method":"a                                |
        | a word that is none       | {"jsonrpc":"2.0","method":"a","params":[nul]}               |
        | a word with more          | {"jsonrpc":"2.0","method":"a","params":[trueish]}           |
        | a leading zero            | {"jsonrpc":"2.0","method":"a","params":[01]}                |
        | a leading plus            | {"jsonrpc":"2.0","method":"a","params":[+1]}                |
        | a minus alone             | {"jsonrpc":"2.0","method":"a","params":[-]}                 |
        | a point without digits    | {"jsonrpc":"2.0","method":"a","params":[1.]}                |
        | a point before digits     | {"jsonrpc":"2.0","method":"a","params":[.5]}                |
        | an exponent without       | {"jsonrpc":"2.0","method":"a","params":[1e]}                |
        | an exponent of a sign     | {"jsonrpc":"2.0","method":"a","params":[1e+]}               |
        | an escape that is none    | {"jsonrpc":"2.0","method":"a","params":["\\x"]}             |
        | a short unicode escape    | {"jsonrpc":"2.0","method":"a","params":["\\u12g4"]}         |
        | a digit too low           | {"jsonrpc":"2.0","method":"a","params":["\\u12/4"]}         |
        | a digit too high          | {"jsonrpc":"2.0","method":"a","params":["\\u12:4"]}         |
        | a letter too low          | {"jsonrpc":"2.0","method":"a","params":["\\u12@4"]}         |
        | a letter too high         | {"jsonrpc":"2.0","method":"a","params":["\\u12G4"]}         |
        | a small letter too low    | {"jsonrpc":"2.0","method":"a","params":["\\u12`4"]}         |
        | a unicode escape at the end | {"jsonrpc":"2.0","method":"a","params":["\\u123            |
        | an escape at the end      | {"jsonrpc":"2.0","method":"a","params":["\\                |
        | a bell in a long text     | {"jsonrpc":"2.0","method":"a","params":["123456789 123456789"]} |
        | two signs                 | {"jsonrpc":"2.0","method":"a","params":[--1]}               |
        | a sign within             | {"jsonrpc":"2.0","method":"a","params":[1-1]}               |
        | a name that is a number   | {"jsonrpc":"2.0","method":"a","params":{1:2}}               |
        | an object with a comma more | {"jsonrpc":"2.0","method":"a","params":{"b":1,}}          |
        | a comma at the beginning  | {"jsonrpc":"2.0","method":"a","params":[,1]}                |
        | a tab in a text           | {"jsonrpc":"2.0","method":"a","params":["	"]}                |
        | not a number              | {"jsonrpc":"2.0","method":"a","params":[NaN]}               |
        | a comment                 | {"jsonrpc":"2.0","method":"a"} // done                      |
        | a batch that is cut       | [{"jsonrpc":"2.0","method":"a"},                            |
        | a batch of a text         | [{"jsonrpc":"2.0","method":"a"} x]                          |

  @OMP-TP-54
  Rule: JSON that is no message of the protocol is dropped

    Scenario Outline: <what>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """text
        <line>
        """
      And the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped not a message
        """

      Examples:
        | what                      | line                                                 |
        | a method that is no text  | {"jsonrpc":"2.0","method":7}                         |
        | an id that is a list      | {"jsonrpc":"2.0","id":[1],"method":"a"}              |
        | an id that is a word      | {"jsonrpc":"2.0","id":true,"method":"a"}             |
        | neither of anything       | {"id":1}                                             |
        | a fraction                | 1.5                                                  |
        | an id that is an object   | {"jsonrpc":"2.0","id":{},"method":"a"}               |
        | an empty batch            | [ ]                                                  |
