@target @http
Feature: A client keeps its sessions in order
  A session costs the server memory until it is deleted. Its id is the server's
  to choose, and so is whether there is one.

  @CLI-98 @SHOULD
  Rule: No session is left behind, however it went
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: send DELETE with the id of the session when you are done, after errors, too

    Example: the call fails
      Given the client deletes the session of a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32603, message: broken}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And every session that is left is deleted

    Example: the one that follows a lost one
      Given the client deletes the session of a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{session: expire}]
        """
      When the client runs
      Then the client calls a tool
      And every session that is left is deleted

  @CLI-99 @MUST
  Rule: The session id is sent back as it came
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: keep the id as the text that it is, with every visible ASCII character

    Example: all kinds of characters, and as many as a token has
      Given the client sends back the session id of a correct server
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do:
              - session:
                  do: mint
                  id: "AbC!#$%&'*+-./:;=?@^_`{|}~\"(0)\
                    EMnY9tlicZLhCUJwnHBdHIyvNLVlRXFwF8JlMaLNy02K35uDNHfkf7J8Rszi0z4JxT3PzPmhDJEpQwL6dfTkKPcPKPt0jLy4LrGW\
                    uQbUf6vUULm4A2Aohhhvtf-FPepL0z9zE40-eC14F2B_yeeGGFAD1HsPgOoZf_Xl3AvRL8O1BIRY_jJyfYqIhv78ZXBaBubGoYWC\
                    gzuQ84dkeo-GrfUkbMSjk6WANXD-ZmjoU314izM92pvVuwtP_RHavaNpo-9jF0LTDxagO7N44YsGURr3kswKVzSljZwQVPwMcclT\
                    mux_jow9CMZE-CNVDP5ZZOK40bGx6UZXdti6SNlH9C9itEiMqguYHcFumAeOkpIhKwt1qkUat0tBM9iWvuGYMZQvXh2dJcMtkuob\
                    DDb9x5WRwyn8TN0eBGN9RkEOneP8Tkwf_FezjRrNoajCJceb9sBUFSMXZew0_iMKA3PwBc93JQ00PAGJldZHKqOlvlBGB_oRb6Av\
                    lFmoOLtjwdxAHePQUuvBgguhH_nzrY9_PU3ZeextTCLEUySXUoCySxBcdpyLP_fNYurW7STa5r5d1BoQLgk9uhxEQccW3DrfrxKD"
        """
      When the client runs
      Then every later request carries the session id

  @CLI-108 @MAY
  Rule: A client works without a session
    Spec: 2025-11-25 basic/transports, Session Management: a server MAY assign a session id
    Fix: do not require the header Mcp-Session-Id

    Example: a server without sessions
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {sessions: false}
        """
      When the client runs
      Then the client has done what it was asked for

  @FF-59 @MAY
  Rule: A session that is lost again and again is given up
    Spec: robustness
    Fix: open a new session once for each request, then fail

    Example: every call is answered with 404
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{session: expire}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And "initialize" is sent at most 10 times
      And the client ends by itself

  @FF-60 @MAY
  Rule: A session that is lost in other words is no reason for a storm
    Spec: robustness; servers that answer 400 or 200 where 404 is due
    Fix: open at most one new session for each request that fails

    Scenario Outline: <what>
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [<answer>]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And "initialize" is sent at most 10 times
      And "tools/call" is sent at most 10 times

      Examples:
        | what                | answer                                                            |
        | 400                 | {status: {code: 400, body: "Bad Request: No valid session ID"}}   |
        | an error in a 200   | {error: {code: -32001, message: Session not found}}               |
        | 503                 | {status: {code: 503, body: Session not found}}                    |

  @CLI-109 @MAY
  Rule: A DELETE that is not answered well keeps the client from nothing
    Spec: robustness
    Fix: wait for the answer to DELETE for a moment only, and ignore what it says

    Scenario Outline: <what>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: DELETE, phase: closing}
            do: [<answer>]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

      Examples:
        | what      | answer        |
        | 404       | {status: 404} |
        | 500       | {status: 500} |
        | 204       | {status: 204} |
        | a cut     | {drop: {}}    |
        | nothing   | {never: {}}   |
