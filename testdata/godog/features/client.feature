Feature: A client of one's own beside the runtime of mcpsim

  @omp
  Scenario: the runtime's words
    Given server "docs" over http
    And server "docs" follows these rules:
      """yaml
      - when: {method: tools/list}
        do: [{delay: 3s}]
      """
    When the runtime starts
    And 3s passes
    Then startup returned at 3s

  Scenario: own words and the runtime's, in one virtual world
    Given server "docs" over http
    And server "docs" follows these rules:
      """yaml
      - when: {method: ping}
        do: [{delay: 10m}]
      """
    When my client pings "docs"
    And 10m passes
    Then my client was answered after 10m0s
