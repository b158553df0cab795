@agents @virtual
Feature: What failed leaves nothing behind, and what was asked is fetched
  A worker that is left of a server that failed would own nothing. A list that was fetched
  before is no answer where lists are not kept.

  @OAI-32
  Rule: Workers stay for the servers that are connected, whichever fail and in whatever order

    Scenario Outline: <one> and <other> fail
      Given servers "a, b, c, d" over http
      And server "<one>" cannot be started
      And server "<other>" cannot be started
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1m passes
      Then the manager shows:
        | view    | servers |
        | workers | <left>  |

      Examples:
        | one | other | left |
        | a   | b     | c, d |
        | b   | c     | a, d |
        | a   | d     | b, c |
        | c   | d     | a, b |

    Example: nor for one whose cleanup has failed
      Given servers "a, b" over http
      And the manager connects its servers in parallel
      And the manager has connected its servers
      And closing the connections of server "a" fails with "busy"
      When the manager cleans up
      And 1m passes
      Then the manager shows:
        | view    | servers |
        | workers |         |

  @OAI-64
  Rule: Without a cache each listing is one of its own: it fails if it fails, and waits for no other

    Example: the second one fails
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        rules: [{when: {method: tools/list, nth: 2}, do: [{error: {code: -32000, message: no}}]}]
        """
      And the manager has connected its servers
      When agent "reader" lists its tools
      And agent "reader" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 fails with "MCP error -32000: no"

    Example: two at once
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        rules: [{when: {method: tools/list}, do: [{delay: 2s}]}]
        """
      And the manager has connected its servers
      When agent "reader" lists its tools
      And agent "writer" lists its tools
      And 5s pass
      Then listing 1 ended at 2s
      And listing 2 ended at 2s
      And server "docs" received "tools/list" 2 times

  @OAI-49
  Rule: An ordinary 4xx is not replayed on another session, also beside a failure that would be

    Scenario Outline: <failures>
      Given server "docs" over http
      And requests to server "docs" are retried 3 times
      And requests on the shared session of server "docs" fail with "<failures>"
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 1 shared and 0 isolated tries

      Examples:
        | failures          |
        | HTTP 400          |
        | timeout, HTTP 404 |
        | HTTP 403, closed  |
