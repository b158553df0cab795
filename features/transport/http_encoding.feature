@omp @virtual
Feature: An answer in an encoding that was not asked for is told as such
  The runtime offers no Content-Encoding. Some servers and proxies compress all the
  same, and bytes of gzip make strange JSON: the error names what was done.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @F-58
  Rule: An answer in an encoding that was not asked for is an error that names it

    Scenario Outline: <encoding>, <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<form>, {headers: {Content-Encoding: "<encoding>"}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "answer has the Content-Encoding "<encoding>", which was not asked for and is not read"
      And server "docs" received "POST" 1 time
      And "tools/list" number 1 to server "docs" has no header "Accept-Encoding"

      Examples:
        | encoding   | what         | form     |
        | gzip       | in JSON      | as: json |
        | zstd       | in JSON      | as: json |
        | br         | in a stream  | as: sse  |
        | gzip, br   | in a stream  | as: sse  |

    Scenario Outline: <coding>, indeed, <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{encode: <coding>}, <form>]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "answer has the Content-Encoding "<coding>", which was not asked for and is not read"

      Examples:
        | coding | what        | form     |
        | gzip   | in JSON     | as: json |
        | br     | in JSON     | as: json |
        | zstd   | in a stream | as: sse  |

    Scenario Outline: identity, written as "<encoding>", is none
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{headers: {Content-Encoding: "<encoding>"}}]}
        """
      When the request "tools/list" is sent
      Then request 1 succeeds

      Examples:
        | encoding |
        | identity |
        | Identity |
        |          |

    Example: of a refused message the status stays
      Given server "docs" follows these rules:
        """yaml
        - when: {verb: POST}
          do: [{status: {code: 503, body: "\x1f\x8b", headers: {Content-Encoding: gzip, WWW-Authenticate: Bearer}}}]
        """
      When the request "tools/list" is sent
      And the notification "notifications/cancelled" is sent
      Then request 1 fails with "HTTP 503: answer has the Content-Encoding "gzip", which was not asked for and is not read [WWW-Authenticate: Bearer]"
      And request 2 fails with "HTTP 503: answer has the Content-Encoding "gzip", which was not asked for and is not read [WWW-Authenticate: Bearer]"

    Example: a background stream is reported
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [{headers: {Content-Encoding: deflate}}]}
        """
      When the transport opens its background stream
      And 1h passes
      Then the transport reported:
        """text
        error opening the listener: answer has the Content-Encoding "deflate", which was not asked for and is not read
        """
      And the transport is connected
      And server "docs" has 0 open "GET"
