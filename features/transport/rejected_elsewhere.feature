@omp @virtual
Feature: A second rejection is final over the old transport, too, and whoever asks
  What a transport must not do twice no other part of the runtime may do for it.

  @OMP-TP-82
  Rule: Over HTTP+SSE a message that is rejected again is sent no third time

    Scenario Outline: <first>, then <second>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - {when: {method: ping, nth: 1}, do: [{status: {code: <first>, body: one}}]}
          - {when: {method: ping, after: 1}, do: [{status: {code: <second>, body: two}}]}
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with "HTTP <second>: two"
      And server "docs" received "ping" 2 times
      And new credentials were asked for 1 time

      Examples:
        | first | second |
        | 401   | 401    |
        | 403   | 401    |

  @OMP-TP-82
  Rule: What the runtime asks for itself is rejected for good the second time, like a call

    Scenario Outline: <method>
      Given server "docs" over http
      And server "docs" offers the tools "echo"
      And server "docs" offers the resources "doc:a"
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, after: 1}, do: [status: 401]}
        """
      And the runtime has started
      When the counts start anew
      And server "docs" sends the notification "<notice>"
      And 1h passes
      Then server "docs" received "<method>" 2 times

      Examples:
        | method         | notice                               |
        | tools/list     | notifications/tools/list_changed     |
        | resources/list | notifications/resources/list_changed |

  @OMP-TP-112
  Rule: What was refused over HTTP+SSE is not sent again by the transport

    Scenario Outline: HTTP <status>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [{status: {code: <status>, body: no}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with "HTTP <status>: no"
      And server "docs" received "ping" 1 time

      Examples:
        | status |
        | 404    |
        | 500    |
        | 502    |
        | 503    |

  @OMP-TP-112
  Rule: Only calls of tools are repeated over a new connection: what is read and what is filled in is asked for once

    Scenario Outline: <method>, and <what>
      Given server "docs" over <kind> with this script:
        """yaml
        resources: ["doc:a"]
        prompts: [review]
        rules: [{when: {method: <method>}, do: [<does>]}]
        """
      And the runtime has started
      When <act>
      And 1h passes
      Then server "docs" received "<method>" 1 time

      Examples:
        | kind  | method         | act                                           | what                | does                                 |
        | http  | resources/read | resource "doc:a" of server "docs" is read     | the session is gone | status: 404                          |
        | http  | prompts/get    | prompt "review" of server "docs" is filled in | a gateway is down   | status: 502                          |
        | stdio | resources/read | resource "doc:a" of server "docs" is read     | an error            | error: {code: -32000, message: no}   |
        | stdio | prompts/get    | prompt "review" of server "docs" is filled in | an error            | error: {code: -32000, message: no}   |
        | stdio | prompts/get    | prompt "review" of server "docs" is filled in | its process exits   | exit: 1                              |
