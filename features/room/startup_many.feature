@room
Feature: However many providers fail, the room server starts and goes on
  Providers are other people's programs. One that is wrong, silent or away is no reason
  to start later, to look ill, or to refuse what has nothing to do with it.

  @ROOM-03 @ROOM-14 @ROOM-66 @ROOM-69 @virtual
  Rule: Neither the number of providers nor what is wrong with them delays the start

    Scenario Outline: lazy loading <lazy>, one provider each that is wrong, refused, silent and good
      Given servers "refused, silent, good" over ws
      And server "refused" cannot be started
      And the link to "silent" has blackhole, which may not happen
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": <lazy>},
         "McpServers": [{"id": "wrong", "url": "ftp://wrong.test"}, {"id": "refused", "url": "ws://refused.test"},
                        {"id": "silent", "url": "ws://silent.test"}, {"id": "good", "url": "ws://good.test"}]}
        """
      When the room server starts
      Then startup returned at 0s
      And provider "good" is "<state>"
      When 20s pass
      And GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | lazy  | state     |
        | true  | idle      |
        | false | connected |

  @ROOM-04 @virtual
  Rule: What has nothing to do with a provider that failed works as before

    Scenario Outline: <request>
      Given servers "alpha, beta, gamma" over ws
      And server "alpha" cannot be started
      And the link to "beta" has blackhole
      And the room server has the providers "alpha, beta, gamma"
      And the room server has started
      When providers "alpha, beta, gamma" are loaded
      And 20s pass
      Then provider "alpha" is "error"
      And provider "beta" is "connecting"
      When <request>
      Then the answer is 200
      And the answer came at 20s

      Examples:
        | request                                    |
        | GET "/health" is asked                     |
        | GET "/status/mcp" is asked                 |
        | GET "/admin/mcp/status" is asked           |
        | GET "/mcp/status" is asked of the operator |
        | GET "/tools" is asked                      |
        | tool "gamma:echo" is called over HTTP      |
        | provider "gamma" is loaded                 |

  @ROOM-05 @ROOM-55 @ROOM-68 @ROOM-69 @virtual
  Rule: Health is the same whether one, several or all providers are in error, lazy or not

    Scenario Outline: lazy loading <lazy>, with <good> connected
      Given servers "alpha, beta, gamma" over ws
      And server "beta" cannot be started
      And server "gamma" cannot be started
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": <lazy>},
         "McpServers": [{"id": "alpha", "url": "ws://<good>.test"}, {"id": "beta", "url": "ws://beta.test"}, {"id": "gamma", "url": "ws://gamma.test"}]}
        """
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://<good>.test"}, {"id": "beta", "url": "ws://beta.test"}, {"id": "gamma", "url": "ws://gamma.test"}]}
        """
      And 20s pass
      Then provider "alpha" is "<state>"
      And providers "beta, gamma" are "error"
      When GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | lazy  | good   | state     |
        | true  | alpha  | connected |
        | false | alpha  | connected |
        | true  | nobody | error     |
        | false | nobody | error     |

  @ROOM-23 @virtual
  Rule: A room server without providers is healthy and obeys its first command

    Example: it is asked, then told
      Given server "alpha" over ws
      And the room server has started
      When GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """
      When provider "alpha" is loaded
      Then provider "alpha" is "connected"

  @ROOM-09 @virtual
  Rule: A provider that is silent keeps no other one from connecting

    Example: the first of three
      Given servers "alpha, beta, gamma" over ws
      And server "alpha" never answers "initialize"
      And waits between attempts have no jitter
      And the room server has started
      When providers "alpha, beta, gamma" are loaded
      And 1s passes
      Then the status shows:
        | id    | state      | attempts | last change |
        | alpha | connecting | 1        | 0s          |
        | beta  | connected  | 1        | 0s          |
        | gamma | connected  | 1        | 0s          |
