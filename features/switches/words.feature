@omp @virtual
Feature: People are told what the switches decide, and which words they know
  They are set by hand. A word that is not known is answered by those that are, and sets nothing.

  @X-SWITCH-01
  Rule: The list of switches says for each what it decides and what its values mean

    Example: all of them
      Then the switches are described as:
        | name                     | id        | decides                                                          | safe              | value              | means                                                               |
        | startup.uncached         | D-01      | a server that is pending at the gate and has no cached tools     | return            | wait               | startup waits for it                                                |
        |                          |           |                                                                  |                   | return             | startup returns; its tools arrive later                             |
        | handshake.listener       | D-02      | when the background stream of an HTTP server is opened           | after-initialized | before-initialized | before notifications/initialized                                    |
        |                          |           |                                                                  |                   | after-initialized  | after it                                                            |
        | transport.sse            | D-03      | how servers of type sse are reached                              |                   | same-as-http       | over streamable HTTP                                                |
        |                          |           |                                                                  |                   | legacy             | over HTTP+SSE of 2024-11-05: GET, endpoint event, POST there        |
        | rpc.ids                  | D-04      | what request ids look like                                       |                   | snowflake          | strings, unique among all connections                               |
        |                          |           |                                                                  |                   | integer            | 1, 2, 3 ... on each connection                                      |
        | tools.removal            | D-05      | whose tools go with a server that is disconnected                | exact-owner       | raw-prefix         | those whose names begin with its name as written                    |
        |                          |           |                                                                  |                   | exact-owner        | its own                                                             |
        | reconnect.breaker        | D-06      | what ends a crash loop                                           | 5-per-30s         | off                | nothing                                                             |
        |                          |           |                                                                  |                   | 5-per-30s          | a sixth reconnect within 30 s is not made, until somebody asks      |
        | reconnect.after_ladder   | D-07      | what follows the last attempt of a ladder                        |                   | stop               | nothing, until somebody asks                                        |
        |                          |           |                                                                  |                   | retry-remote       | servers over HTTP are tried after 15s, then doubling to 5m          |
        | reconnect.retry_after    | D-25      | a server that answers 429 or 503 with Retry-After                | honour            | ignore             | is tried again at the times of the ladder                           |
        |                          |           |                                                                  |                   | honour             | is not tried again before that, 5m at most                          |
        | stdio.close              | D-08      | how the process of a server is ended                             | escalate          | kill               | TERM to its group; the close is announced last                      |
        |                          |           |                                                                  |                   | escalate           | the close is announced, then end of stdin, TERM, KILL               |
        | http.stream_end          | D-09      | a request whose stream ends without the answer                   | resume            | fail               | fails                                                               |
        |                          |           |                                                                  |                   | resume             | goes on by GET with Last-Event-ID, if there was an event id         |
        | http.listener_drop       | D-10      | a background stream that ends                                    | resume-first      | onclose            | is a lost connection                                                |
        |                          |           |                                                                  |                   | resume-first       | is resumed first, if there was an event id                          |
        | stdio.bad_line           | D-12      | a line of stdout that is not JSON                                |                   | drop               | is dropped                                                          |
        |                          |           |                                                                  |                   | close              | ends the connection                                                 |
        | transport.send_queue     | D-26      | what may wait for a stdio or WebSocket server that does not read | 64MiB             | unbounded          | everything                                                          |
        |                          |           |                                                                  |                   | 64MiB              | so much; what is sent then fails, and the connection stays          |
        |                          |           |                                                                  |                   |                    | another number of bytes, such as 1048576                            |
        | protocol.revision        | D-17      | the protocol revision that is offered                            |                   | 2025-03-26         | no version header                                                   |
        |                          |           |                                                                  |                   | 2025-11-25         | with the MCP-Protocol-Version header                                |
        |                          |           |                                                                  |                   | 2025-06-18         | with the MCP-Protocol-Version header                                |
        |                          |           |                                                                  |                   | 2024-11-05         | no version header                                                   |
        | protocol.era             | MOD-01    | which generation of the protocol is spoken                       | auto              | legacy             | revisions up to 2025-11-25, which begin with initialize             |
        |                          |           |                                                                  |                   | auto               | each server is asked with server/discover; one that does not know it is a legacy one |
        |                          |           |                                                                  |                   | modern             | 2026-07-28; other servers are refused                               |
        | protocol.tasks           | MOD-13    | how long a task is followed that a modern server answers a call with|                   | off                | servers are told that there must be none                            |
        |                          |           |                                                                  |                   | 1h                 | an hour; then it is cancelled                                       |
        |                          |           |                                                                  |                   |                    | another time, such as 24h                                           |
        | protocol.task_updates    | MOD-14    | how the runtime hears of a task that goes on                     |                   | poll               | it asks as often as the server says                                 |
        |                          |           |                                                                  |                   | listen             | it lets the server tell, and asks once a minute; a server that tells nothing is polled |
        | startup.list_failure     | D-20      | a server whose first tools/list fails                            |                   | discard            | is disconnected                                                     |
        |                          |           |                                                                  |                   | keep               | stays connected, without tools                                      |
        | startup.gate             | D-21      | how long startup waits before it looks at cached tools           |                   | 250ms              | a quarter of a second                                               |
        |                          |           |                                                                  |                   | wait               | until all servers have settled                                      |
        |                          |           |                                                                  |                   | environment        | OMP_MCP_STARTUP_TIMEOUT_MS, 0 = wait; 250ms if unset                |
        |                          |           |                                                                  |                   |                    | another time, such as 2s                                            |
        | notifications.subscribe  | F-52      | whether servers are asked to announce changes of their resources |                   | off                | they are not                                                        |
        |                          |           |                                                                  |                   | on                 | those that allow it, for each resource                              |
        | notifications.debounce   | F-52      | how long a resource must be quiet before its update is told      |                   | 500ms              | half a second                                                       |
        |                          |           |                                                                  |                   | off                | every update is told at once                                        |
        |                          |           |                                                                  |                   |                    | another time, such as 2s                                            |
        | notifications.list_pause | F-53      | how often a list that changes is refreshed                       | 1s                | 5-then-1s          | five times at once, then once a second                              |
        |                          |           |                                                                  |                   | off                | after every notice                                                  |
        |                          |           |                                                                  |                   |                    | a time between two, such as 1s                                      |
        | notifications.settle     | D-23      | when a list is fetched once more after the last notice of it     | 1s                | off                | never: a notice is followed once                                    |
        |                          |           |                                                                  |                   |                    | a time, such as 1s                                                  |
        | lists.time               | D-22      | how long all pages of a list may take together                   | 1m                | 5m                 | five minutes                                                        |
        |                          |           |                                                                  |                   | off                | as long as each page comes in time                                  |
        |                          |           |                                                                  |                   |                    | another time, such as 30s                                           |
        | lists.pages              | D-22      | after how many pages a list is cut                               | 1000              | 10000              | ten thousand                                                        |
        |                          |           |                                                                  |                   | off                | never                                                               |
        |                          |           |                                                                  |                   |                    | another number                                                      |
        | lists.size               | D-22      | how much a list may hold, as it is sent                          | 16MiB             | 64MiB              | that many bytes                                                     |
        |                          |           |                                                                  |                   | 16MiB              | a quarter of that                                                   |
        |                          |           |                                                                  |                   | off                | all that comes                                                      |
        |                          |           |                                                                  |                   |                    | another number of bytes                                             |
        | lists.items              | D-22      | how many definitions a list may hold                             | 10000             | 100000             | a hundred thousand                                                  |
        |                          |           |                                                                  |                   | off                | all that come                                                       |
        |                          |           |                                                                  |                   |                    | another number                                                      |
        | lists.cursor             | D-22      | how long the cursor of a list may be                             | 4096              | 64KiB              | that many bytes                                                     |
        |                          |           |                                                                  |                   | off                | as long as it is                                                    |
        |                          |           |                                                                  |                   |                    | another number of bytes                                             |
        | calls.repeat             | D-24      | which calls are made again after a lost connection               | unsent            | once               | every one, once                                                     |
        |                          |           |                                                                  |                   | unsent             | those that never reached the server                                 |
        | diff.include_filters     | D-QWEN-01 | an edit of nothing but trust, includeTools or excludeTools       |                   | off                | filters apply to what is connected                                  |
        |                          |           |                                                                  |                   | on                 | connects the server anew                                            |
        | lists.match              | D-QWEN-04 | what mcp.allowed and mcp.excluded hold                           |                   | names              | exact names                                                         |
        |                          |           |                                                                  |                   | globs              | patterns with * and ?                                               |
        | approval.root            | D-QWEN-08 | under which directory decisions about servers are looked up      |                   | one                | the working directory, where they are kept                          |
        |                          |           |                                                                  |                   | split              | the project's: a documented defect if the two differ                |
        | pool                     | D-QWEN-09 | whether the workspaces of a process share connections            |                   | off                | they do not                                                         |
        |                          |           |                                                                  |                   | on                 | to stdio and WebSocket servers, which end 30s after their last user |
        | watch.project            | F-QWEN-05 | when an edit of .mcp.json counts                                 |                   | off                | from the next change of settings on                                 |
        |                          |           |                                                                  |                   | on                 | like one of settings                                                |

  @X-SWITCH-01
  Rule: The first value of a switch is what the profile does, each other one does something else

    Example: all of them
      Then each switch that is set to another value and back changes nothing

  @X-SWITCH-01
  Rule: A value whose name is a number or a time means just that

    Scenario Outline: <switch>
      Then the switch "<switch>" means the same with "<value>" and "<other>"

      Examples:
        | switch                 | value | other    |
        | startup.gate           | 250ms | 0.25s    |
        | notifications.debounce | 500ms | 0.5s     |
        | protocol.tasks         | 1h    | 60m      |
        | lists.size             | 16MiB | 16777216 |
        | transport.send_queue   | 64MiB | 67108864 |

  @X-SWITCH-02
  Rule: A switch that does not exist, or a value that it does not have, is refused with the words that were meant

    Scenario Outline: <settings>
      Then setting the switches "<settings>" is refused with "<why>"

      Examples:
        | settings                       | why |
        | startup.gate                   | switch "startup.gate": want NAME=VALUE |
        | startup.gates=wait             | unknown switch "startup.gates", did you mean "startup.gate"? |
        | tools.removal=exact            | switch tools.removal has no value "exact": known are raw-prefix, exact-owner |
        | tools.removal=zzz              | switch tools.removal has no value "zzz": known are raw-prefix, exact-owner |
        | pools=on                       | unknown switch "pools", did you mean "pool"? |
        | pool=on                        | switch pool is about servers that settings define, and decides nothing here |
        | startup.gate=0s                | switch startup.gate has no value "0s": known are 250ms, wait, environment, another time, such as 2s |
        | startup.gate=-1s               | switch startup.gate has no value "-1s": known are 250ms, wait, environment, another time, such as 2s |
        | startup.gate=soon              | switch startup.gate has no value "soon": known are 250ms, wait, environment, another time, such as 2s |
        | notifications.settle=0s        | switch notifications.settle has no value "0s": known are off, a time, such as 1s |
        | notifications.settle=1         | switch notifications.settle has no value "1": known are off, a time, such as 1s |
        | lists.pages=0                  | switch lists.pages has no value "0": known are 10000, off, another number |
        | lists.pages=-1                 | switch lists.pages has no value "-1": known are 10000, off, another number |
        | lists.pages=1.5                | switch lists.pages has no value "1.5": known are 10000, off, another number |

    Scenario Outline: what comes before the word that is refused is set, and that is all: <settings>
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      Then setting the switches "<settings>" is refused with "<why>"
      When the runtime starts
      And 1h passes
      Then startup returned at <at>

      Examples:
        | settings            | why                         | at    |
        | startup.gate=1ms, x | switch "x": want NAME=VALUE | 1ms   |
        | x, startup.gate=1ms | switch "x": want NAME=VALUE | 250ms |
