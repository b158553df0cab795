@omp @virtual
Feature: Neither the number of servers, of tools nor of connections changes what is promised

  @OMP-LC-08
  Rule: However many servers there are, none waits for another one

    Scenario Outline: forty over <kind>, of which the first never answers
      Given servers "s1..s40" over <kind>
      And server "s1" never answers "initialize"
      And the cache holds the tools "search" of server "s1"
      When the runtime starts
      Then server "s2" received "tools/list" at "0s"
      And server "s17" received "tools/list" at "0s"
      And server "s33" received "tools/list" at "0s"
      And server "s40" received "tools/list" at "0s"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-45 @OMP-LC-63
  Rule: A list of any length is written whole and shown whole

    Example: a hundred and ten tools on three pages
      Given server "docs" over stdio with this script:
        """yaml
        pageSize: 40
        tools: [aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av, aw, ax, ay, az, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp, bq, br, bs, bt, bu, bv, bw, bx, by, bz, ca, cb, cc, cd, ce, cf, cg, ch, ci, cj, ck, cl, cm, cn, co, cp, cq, cr, cs, ct, cu, cv, cw, cx, cy, cz, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, do, dp, dq, dr, ds, dt, du, dv, dw, dx, dy, dz, ea, eb, ec, ed, ee, ef]
        """
      When the runtime starts
      Then the cache of server "docs" holds the tools "aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av, aw, ax, ay, az, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp, bq, br, bs, bt, bu, bv, bw, bx, by, bz, ca, cb, cc, cd, ce, cf, cg, ch, ci, cj, ck, cl, cm, cn, co, cp, cq, cr, cs, ct, cu, cv, cw, cx, cy, cz, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, do, dp, dq, dr, ds, dt, du, dv, dw, dx, dy, dz, ea, eb, ec, ed, ee, ef"
      And the cache was written 1 time

    Example: twelve cached tools, in the order of their names
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "m, l, k, j, h, g, f, e, d, c, b, a" of server "docs"
      When the runtime starts
      And 250ms pass
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d, mcp__docs_e, mcp__docs_f, mcp__docs_g, mcp__docs_h, mcp__docs_j, mcp__docs_k, mcp__docs_l, mcp__docs_m"

  @OMP-LC-96 @OMP-LC-97
  Rule: Every reconnect shows the new list and is told once

    Scenario Outline: the first three over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" is reconnected
      And server "docs" is reconnected
      And the counts start anew
      And server "docs" changes its tools to "find"
      And server "docs" is reconnected
      Then the runtime has the tools "mcp__docs_find"
      And consumers were told of changed tools 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-76
  Rule: The name of a tool has no limit

    Example: a hundred letters
      Given server "docs" over stdio
      And server "docs" offers the tool "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

  @OMP-LC-26
  Rule: Startup returns the view with everything in it, deferred tools included

    Example: one server is live, one is late and known, one is late and not known
      Given servers "docs, mail, wiki" over stdio
      And server "mail" never answers "initialize"
      And the cache holds the tools "send" of server "mail"
      And server "wiki" answers "tools/list" after 1s
      When the runtime starts
      And 1s passes
      Then startup returned the tools "mcp__docs_echo, mcp__mail_send, mcp__wiki_echo"
      And the runtime has the tools "mcp__docs_echo, mcp__mail_send, mcp__wiki_echo"

  @OMP-LC-26
  Rule: Every tool of the view can be called by its name, a deferred one too

    Example: its server answers two seconds later
      Given servers "docs, mail" over stdio
      And server "mail" answers "initialize" after 2s
      And server "mail" offers the tool "search"
      And the cache holds the tools "search" of server "mail"
      When the runtime starts
      And 250ms pass
      And tool "mcp__mail_search" is called
      Then call 1 is pending
      When 2s pass
      Then call 1 returns "ok"
      And server "mail" received "tools/call" 1 time
