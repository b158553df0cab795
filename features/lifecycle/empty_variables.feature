@omp @virtual
Feature: What a definition names is looked up, and stands for itself if there is nothing
  A name of a variable that has no value may be meant as it is. What is sent is never less
  than what was written.

  @OMP-LC-41
  Rule: The name of a variable that is empty is sent as it is written

    Scenario Outline: the variable is <value>
      Given servers "docs" over http
      And server "mail" over stdio
      And the environment variable "DOCS_TOKEN" is "<value>"
      And server "docs" is defined with the header "X-Token" set to "DOCS_TOKEN"
      And server "mail" is defined with the variable "TOKEN" set to "DOCS_TOKEN"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "<sent>"
      And process 1 of server "mail" was started with:
        | what           | value  |
        | variable TOKEN | <sent> |

      Examples:
        | value | sent       |
        |       | DOCS_TOKEN |
        | tok-1 | tok-1      |
