@room @virtual
Feature: Whoever asks, and however little there is, the answers are the same

  @ROOM-34 @ROOM-68
  Rule: Health is told to whoever asks, by whatever name

    Scenario Outline: <header> <value>
      Given the room server demands the token "tok-1"
      And the room server has started
      When GET "/health" is asked with the header "<header>" set to "<value>"
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | header        | value           |
        | Host          | elsewhere.test  |
        | Authorization | Bearer tok-eve  |
        | Accept        | text/plain      |

    Scenario Outline: the room server's listener <how>, and its operator is asked
      Given the room server has started
      When the listener of the room server <how>
      And GET "/health" is asked of the operator
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | how       |
        | is closed |
        | fails     |

  @ROOM-23
  Rule: Without providers it is no matter whether they would wait: a command is obeyed

    Scenario Outline: lazy loading <lazy>
      Given server "alpha" over ws
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": <lazy>}}
        """
      When the room server starts
      And GET "/status/mcp" is asked
      Then the answer is 200 with:
        """json
        {"providers":[]}
        """
      When provider "alpha" is loaded
      Then provider "alpha" is "connected"

      Examples:
        | lazy  |
        | true  |
        | false |

  @ROOM-52
  Rule: A provider that moves to another URL is logged on its way

    Example: connected before and after
      Given servers "alpha, beta" over ws
      And the room server has started
      When provider "one" is loaded with the URL "ws://alpha.test"
      And provider "one" is loaded with the URL "ws://beta.test"
      Then the log has 1 record with "[one] State transition: Connected -> Connecting"
      And the log has 2 records with "[one] State transition: Connecting -> Connected"
