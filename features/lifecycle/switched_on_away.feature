@omp @virtual
Feature: A setting that is changed while a server is away counts when it is back

  @OMP-LC-49
  Rule: Subscriptions that are switched on while a server is away are made when it is back

    Example: it is down for two seconds
      Given server "docs" over stdio with this script:
        """yaml
        resources: ["doc:a"]
        """
      And the runtime has started
      When server "docs" goes down
      And 1s passes
      And subscriptions are switched on
      And server "docs" comes up
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "resources/subscribe" 1 time
