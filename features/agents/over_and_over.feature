@agents @virtual
Feature: What has ended in trouble leaves nothing either

  @OAI-77
  Rule: A cleanup that takes too long, and a connection that was lost, leave nothing

    Example: the farewell is never answered
      Given server "a" over http
      And server "a" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      And the manager connects its servers in parallel
      And the manager gives up cleaning up a server after 1s
      And the manager has connected its servers
      When the manager cleans up
      And 1m passes
      Then nothing is left of the servers "a"

    Example: it is connected anew after a loss
      Given server "a" over http
      And the manager has connected its servers
      When 1s passes
      And server "a" ends its stream
      And the manager connects its servers
      And 1s passes
      Then server "a" received "initialize" 2 times
      And server "a" received "DELETE" 1 time
      When the manager cleans up
      And 1m passes
      Then nothing is left of the servers "a"
