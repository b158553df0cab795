@omp @virtual
Feature: A start-up without bound has none anywhere
  Who switches timeouts off has taken the blame for what never answers. A bound that is
  left somewhere ends a start-up that a person is looking at in a debugger.

  @OMP-LC-68
  Rule: Without timeouts and without cached tools, start-up waits for each page of a list, and for weeks

    Scenario Outline: <what> never comes, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [read, write]
        pageSize: 1
        rules: [{when: {method: <method>, nth: <nth>}, do: [never]}]
        """
      And server "docs" has a timeout of 0
      When the runtime starts
      And 2400h pass
      Then startup has not returned

      Examples:
        | what                     | kind  | method     | nth |
        | the answer to initialize | stdio | initialize | 1   |
        | the answer to initialize | ws    | initialize | 1   |
        | the first page           | http  | tools/list | 1   |
        | the second page          | stdio | tools/list | 2   |
        | the second page          | http  | tools/list | 2   |
