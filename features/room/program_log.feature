@room @virtual
Feature: A room server tells a program's own log what it tells its own
  A program that has a log already reads there what its providers do, at the level that
  the room server gives it.

  @X-LOG-01
  Rule: Changes of state are records for information, with their provider

    Scenario Outline: a logger for <level> and above
      Given the program has a logger for <level> and above
      And server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      Then the program's logger has:
        """
        <records>
        """

      Examples:
        | level | records |
        | info  | time=0s level=INFO msg="Starting MCP Connection Manager (LazyLoad: True)"\ntime=0s level=INFO msg="No MCP providers configured"\ntime=0s level=INFO msg="[alpha] State transition: None -> Idle" server=alpha\ntime=0s level=INFO msg="[alpha] State transition: Idle -> Connecting" server=alpha\ntime=0s level=INFO msg="[alpha] State transition: Connecting -> Connected" server=alpha |
        | warn  |         |
