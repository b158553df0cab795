@room @virtual
Feature: A provider is idle when its connection is gone, not before
  Who sees "idle" takes it that nothing is open and nothing is under way.

  Background:
    Given server "alpha" over ws
    And waits between attempts have no jitter
    And the room server has the provider "alpha"

  @ROOM-43
  Rule: A provider is not idle while its connection is still open, or while it waits for its next attempt

    Example: its server does not answer the farewell
      Given the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And the link to "alpha" gets stall
      And server "alpha" begins to be disconnected
      And 100ms pass
      Then the link to "alpha" has 1 open connection
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected"
      When 1s passes
      Then the link to "alpha" has 0 open connections
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected, connected -> idle"

    Example: it cannot be reached
      Given server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 1h passes
      Then the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> error"
