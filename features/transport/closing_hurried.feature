@omp @virtual
Feature: A close waits for a server only as long as its caller wants
  A server that does not answer the end of a session would hold up whoever closes it. A
  caller can say how long that may take; then what is open on the network is cut.

  @X-TP-10
  Rule: When a caller waits no longer for a close, its connections to the server are cut, and the close ends

    Example: a DELETE without an answer
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      When a bare connection to server "docs" is opened
      And the transport is closed for a caller who waits 1s
      And 999ms pass
      Then the transport has not closed
      And server "docs" has 1 open "DELETE"
      When 1ms passes
      Then the transport has closed
      And server "docs" has 0 open "DELETE"
      And no timer is pending

    Example: a DELETE without an answer, over a link of the program
      Given servers "docs, mail" over http
      And server "mail" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      And the program reaches server "docs" by the link to "mail"
      When a bare connection to server "docs" is opened
      And the transport is closed for a caller who waits 1s
      And 999ms pass
      Then the transport has not closed
      And server "mail" has 1 open "DELETE"
      When 1ms passes
      Then the transport has closed
      And the link to "mail" has 0 open connections

    Example: the end of a WebSocket whose other end reads nothing
      Given server "docs" over ws
      When a bare connection to server "docs" is opened
      Given the link to "docs" has stall
      When the counts start anew
      And the transport is closed for a caller who waits 200ms
      And 199ms pass
      Then the transport has not closed
      And the link to "docs" has 1 open connection
      When 1ms passes
      Then the transport has closed
      And the link to "docs" has 0 open connections
      And no timer is pending
