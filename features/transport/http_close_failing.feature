@omp @virtual
Feature: A server that does not want to forget a session keeps nobody
  The last message to a server is a courtesy. Whether it is refused, lost or never
  answered, the transport closes, and soon.

  Background:
    Given server "docs" over http
    And server "docs" follows these rules:
      """yaml
      - {when: {method: initialize}, do: [{session: {do: mint, id: S1}}], mayNotHappen: true}
      """
    And a connected transport to server "docs"

  @OMP-TP-72
  Rule: A failing DELETE fails nobody

    @real
    Scenario Outline: the server <does>
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [<action>]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport is closed
      Then the transport has closed
      And server "docs" received "DELETE" 1 time
      And the transport reported:
        """
        close
        """

      Examples:
        | does                 | action        |
        | answers 404          | {status: 404} |
        | answers 405          | {status: 405} |
        | answers 500          | {status: 500} |
        | drops the connection | drop          |

    Example: the server never answers, closing waits for 30 s and no longer
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport is closed
      And the clock reaches 29999ms
      Then the transport has not closed
      And the transport reported nothing
      When the clock reaches 30s
      Then the transport has closed
      And the transport reported:
        """
        close
        """

    Example: nor does it wait for ever where requests have no deadline
      Given server "docs" has a timeout of 0
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      When a new transport to server "docs" connects
      And the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport is closed
      And the clock reaches 29999ms
      Then the transport has not closed
      When the clock reaches 30s
      Then the transport has closed
