@agents @virtual
Feature: Views of a manager do not show a connection that is gone
  Nothing is asked of a server for that, over whatever it is reached.

  @U-07
  Rule: A server whose connection was lost is not among the connected ones

    Scenario Outline: over <transport>, <mode>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And server "mail" over stdio
      And <mode>
      And the manager has connected its servers
      When server "docs" <lost>
      And 1m passes
      Then the manager shows:
        | view      | servers |
        | connected | mail    |
      When the manager connects its servers
      And 1m passes
      Then the manager shows:
        | view      | servers    |
        | connected | docs, mail |

      Examples:
        | transport | http       | lost                  | mode                                               |
        | stdio     |            | exits with code 1     | the manager gives up connecting a server after 10s |
        | ws        |            | drops its connections | the manager gives up connecting a server after 10s |
        | ws        |            | drops its connections | the manager connects its servers in parallel       |
        | sse       | legacy: {} | drops its connections | the manager connects its servers in parallel       |
