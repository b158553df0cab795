@omp @virtual
Feature: Keys of servers that are left out go to the native integration and nowhere else
  A program that searches with Exa itself leaves the server out and uses its key.
  Keys are secrets, and one that the user has set is not overwritten.

  @OMP-LC-16
  Rule: The first key is exported as EXA_API_KEY, unless there is one, and none is shown

    Scenario Outline: the keys "<keys>", and EXA_API_KEY is "<before>"
      Given discovery finds the Exa keys "<keys>"
      And the environment variable "EXA_API_KEY" is "<before>"
      When a session starts
      Then the session exported "<exported>"
      And the session's loader returned the Exa keys "<keys>"
      And the Exa keys are shown as "<shown>"
      And the trace does not contain "key-1"

      Examples:
        | keys         | before | exported           | shown  |
        | key-1, key-2 |        | EXA_API_KEY=key-1  | 2 keys |
        | key-1        | mine   |                    | 1 keys |
        |              |        |                    | 0 keys |

    Example: an environment that cannot be changed is a warning
      Given discovery finds the Exa key "key-1"
      And the session cannot export variables
      And the program has a logger for debug and above
      When a session starts
      Then the program's logger has:
        """
        time=0s level=WARN msg="exporting EXA_API_KEY failed" error="the environment is read-only"
        """
      And the trace does not contain "key-1"
