@room @virtual
Feature: Who says connected can be asked
  Programs send their calls to providers that are connected. One that has gone must not be
  among them while it is looked for.


  @ROOM-44
  Rule: A provider that is lost is not connected until it has answered a handshake again

    Example: the first attempt takes three seconds
      Given server "alpha" over ws
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 2}, do: [{delay: 3s}]}
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      Then provider "alpha" is "connected"
      When server "alpha" drops its connections
      And 2s pass
      Then provider "alpha" is "connecting"
      When 10s pass
      Then provider "alpha" is "connected"
