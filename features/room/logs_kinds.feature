@room @virtual
Feature: Whatever the error, a provider logs one a minute
  Attempts are not all that fails: connections break, lists do not come. None of them may
  fill a log, and none may hide what happens to another provider.

  @ROOM-06 @ROOM-50 @ROOM-67
  Rule: Lists that fail are logged no more often than attempts

    Example: at each of many connections
      Given server "alpha" over ws
      And server "alpha" answers "tools/list" with error -32000 "no"
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 10 times, 5s apart
      Then provider "alpha" is "connected"
      And provider "alpha" logged 1 error

    Example: after each of three notices
      Given server "alpha" over ws
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: tools/list, after: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" sends the notification "notifications/tools/list_changed"
      And 10s pass
      And server "alpha" sends the notification "notifications/tools/list_changed"
      And 10s pass
      And server "alpha" sends the notification "notifications/tools/list_changed"
      Then server "alpha" received "tools/list" 4 times
      And provider "alpha" logged 1 error

  @ROOM-06
  Rule: A provider that is disconnected and loaded again within the minute logs nothing more

    Example: refused before and after
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 5s pass
      And server "alpha" is disconnected
      And provider "alpha" is loaded
      And 20s pass
      Then provider "alpha" is "error"
      And provider "alpha" logged 1 error

  @ROOM-07
  Rule: Two providers that are lost within one minute log an error each

    Example: one after the other
      Given servers "alpha, beta" over ws
      And the room server has started
      When providers "alpha, beta" are loaded
      And server "alpha" drops its connections
      And 5s pass
      And server "beta" drops its connections
      Then provider "alpha" logged 1 error
      And provider "beta" logged 1 error

  @ROOM-51
  Rule: Losses that are not logged put off nothing

    Example: one every ten seconds, for two minutes
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 12 times, 10s apart
      Then provider "alpha" logged 2 errors
