package fakeserver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// on is a script with one rule for pings.
func on(do string) string { return "rules: [{when: {method: ping}, do: [" + do + "]}]" }

// TestAnswerActions shows what each action makes of the answer to ping 7.
func TestAnswerActions(t *testing.T) {
	for do, want := range map[string]string{
		"never":                "",
		"answer":               pong("7") + "\n",
		"answer, answer":       pong("7") + "\n" + pong("7") + "\n",
		"duplicate":            pong("7") + "\n" + pong("7") + "\n",
		"duplicate: 2":         strings.Repeat(pong("7")+"\n", 3),
		"batch":                "[" + pong("7") + "]\n",
		"error: -32000":        `{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"Scripted error"}}` + "\n",
		"error: 0":             `{"jsonrpc":"2.0","id":7,"error":{"code":0,"message":"Scripted error"}}` + "\n",
		`error: {message: ""}`: `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":""}}` + "\n",
		"error: {code: 1, message: no, data: {a: [1]}}": `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no","data":{"a":[1]}}}` + "\n",
		"result: {b: 1, a: null}":                       `{"jsonrpc":"2.0","id":7,"result":{"b":1,"a":null}}` + "\n",
		"result: null":                                  `{"jsonrpc":"2.0","id":7,"result":null}` + "\n",
		"patch: {x: {y: 9007199254740993}}":             `{"jsonrpc":"2.0","id":7,"result":{"x":{"y":9007199254740993}}}` + "\n",
		"set: {path: /x, value: [1]}, set: {path: /x/0, value: 2}, set: {path: /y/z, value: 1}": `{"jsonrpc":"2.0","id":7,"result":{"x":[2]}}` + "\n",
		"answer, patch: {x: 1}, answer": pong("7") + "\n" + `{"jsonrpc":"2.0","id":7,"result":{"x":1}}` + "\n",
		"id: wrong":                     pong(`"no-such-id"`) + "\n",
		"id: missing":                   `{"jsonrpc":"2.0","result":{}}` + "\n",
		"id: null":                      pong("null") + "\n",
		`id: "null"`:                    pong("null") + "\n",
		"id: string":                    pong(`"7"`) + "\n",
		"id: zero":                      pong("0") + "\n",
		"id: mod32":                     pong("7") + "\n",
		"id: double":                    pong("7") + "\n",
		"id: {token: 7.0}":              pong("7.0") + "\n",
		"id: stale":                     pong("0") + "\n",
		`raw: "hello\n"`:                "hello\n" + pong("7") + "\n",
		`raw: {text: ab, size: 5}`:      "ababa" + pong("7") + "\n",
		"frame: {crlf: true}":           pong("7") + "\r\n",
		"frame: {bom: true}":            "\ufeff" + pong("7") + "\n",
		"frame: {noNewline: true}":      pong("7"),
		"frame: {truncate: 10}":         pong("7")[:10],
		"frame: {indent: true}":         "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 7,\n  \"result\": {}\n}\n",
		"frame: {contentLength: true}":  "Content-Length: 36\r\n\r\n" + pong("7"),
		"pad: 40":                       `{"jsonrpc":"2.0","id":7,"result":{}` + "    }\n",
		"pad: 3":                        pong("7") + "\n",
		"split: [3]":                    pong("7") + "\n",
		"notify: notifications/x":       `{"jsonrpc":"2.0","method":"notifications/x"}` + "\n" + pong("7") + "\n",
		"notify: {method: n, params: {a: 1}, count: 2}":       strings.Repeat(`{"jsonrpc":"2.0","method":"n","params":{"a":1}}`+"\n", 2) + pong("7") + "\n",
		"notify: {method: n, params: {of: <id>, is: no <n>}}": `{"jsonrpc":"2.0","method":"n","params":{"of":7,"is":"no 1"}}` + "\n" + pong("7") + "\n",
		`raw: {base64: "/w=="}`:                               "\xff" + pong("7") + "\n",
		`raw: '<id> <token> <cursor> <n> <now> <origin> <x>'`: `7 null null 1 "2026-01-01T00:00:00Z" null <x>` + pong("7") + "\n",
		`set: {path: /x, value: [<n>]}, patch: {y: "no <n>"}`: `{"jsonrpc":"2.0","id":7,"result":{"x":[1],"y":"no 1"}}` + "\n",
		"request: roots/list":                                 `{"jsonrpc":"2.0","id":"s-1","method":"roots/list"}` + "\n" + pong("7") + "\n",
		"request: {method: ping, id: 7}":                      ping("7") + "\n" + pong("7") + "\n",
		`request: {method: ping, id: "<id>"}`:                 ping("7") + "\n" + pong("7") + "\n",
		"interleave: 4, answer, notify: n":                    pong("7")[:4] + `{"jsonrpc":"2.0","method":"n"}` + "\n" + pong("7")[4:] + "\n",
		"interleave: 400":                                     pong("7") + "\n",
		"request: {method: m, wait: true}":                    `{"jsonrpc":"2.0","id":"s-1","method":"m"}` + "\n",
		"progress: 3":                                         pong("7") + "\n", // the client gave no token
		"hold: it":                                            "",
		"reorder: 1":                                          "",
		"status: 503":                                         pong("7") + "\n", // has no meaning here
		"delay: 1s":                                           "",
	} {
		t.Run(do, func(t *testing.T) {
			simulate(t, on(do), func(b *bench) {
				l := b.session()
				l.say(ping("7"))
				assert.Equal(t, l.out.take(), want)
			})
		})
	}
}

func TestMangledIDs(t *testing.T) {
	for _, c := range [][3]string{
		{"mod32", "4294967303", "7"},
		{"mod32", `"4294967303"`, `"7"`},
		{"mod32", `"abc"`, `"no-such-id"`},
		{"mod32", "-1", "4294967295"},
		{"double", "9007199254740993", "9007199254740992"},
		{"double", `"1893456789012345678"`, `"1893456789012345600"`},
		{"string", `"7"`, "7"},
		{"string", `"abc"`, `"no-such-id"`},
		{"string", "7", `"7"`},
	} {
		simulate(t, on("id: "+c[0]), func(b *bench) {
			l := b.session()
			l.say(ping(c[1]))
			got := l.out.take()
			if c[0] == "double" && c[1][0] == '"' {
				assert.Check(t, got != pong(c[1])+"\n", got)
				return
			}
			assert.Equal(t, got, pong(c[2])+"\n", "%s of %s", c[0], c[1])
		})
	}
}

func TestDelayHoldsUpNobodyElse(t *testing.T) {
	simulate(t, "rules: [{when: {method: ping, nth: 1}, do: [delay: 2s]}]", func(b *bench) {
		l := b.session()
		l.say(ping("1"), ping("2"))
		l.hears(pong("2"))
		b.after(1999 * time.Millisecond)
		l.hears()
		b.after(time.Millisecond)
		l.hears(pong("1"))
	})
}

func TestHoldAndRelease(t *testing.T) {
	simulate(t, "rules: [{when: {method: ping, first: 2}, do: [hold: a]}, {when: {method: ping}, do: [hold: b]}]", func(b *bench) {
		l := b.session()
		l.say(ping("1"), ping("2"), ping("3"))
		assert.Equal(t, b.srv.Held(), 3)
		b.srv.Release("a") // 1 and 2 are now held by b
		b.after(0)
		l.hears()
		b.srv.Release("")
		b.after(0)
		l.hears(pong("3"), pong("1"), pong("2"))
		b.srv.Release("")
		assert.Equal(t, b.srv.Held(), 0)
	})
}

func TestReorder(t *testing.T) {
	simulate(t, "rules: [{when: {method: ping, nth: 1}, do: [reorder: 2]}]", func(b *bench) {
		l := b.session()
		l.say(ping("1"), ping("2"), ping("3"), ping("4"))
		l.hears(pong("2"), pong("3"), pong("1"), pong("4"))
	})
}

func TestLateDuplicate(t *testing.T) {
	simulate(t, on("answer, delay: 5s, answer"), func(b *bench) {
		l := b.session()
		l.say(ping("1"))
		l.hears(pong("1"))
		b.after(5 * time.Second)
		l.hears(pong("1"))
	})
}

func TestBatchOfAnswers(t *testing.T) {
	simulate(t, on("batch: 2"), func(b *bench) {
		l := b.session()
		l.say(ping("1"))
		l.hears()
		l.say(ping("2"), ping("3"))
		l.hears("[" + pong("1") + "," + pong("2") + "]")
	})
}

func TestSplitWithGaps(t *testing.T) {
	simulate(t, on("split: {at: [1, 3], every: 20, gap: 10ms}"), func(b *bench) {
		l := b.session()
		l.say(ping("7"))
		whole := pong("7") + "\n"
		for _, piece := range []string{whole[:1], whole[1:3], whole[3:23], whole[23:]} {
			assert.Equal(t, l.out.take(), piece)
			b.after(10 * time.Millisecond)
		}
		assert.Equal(t, l.out.take(), "")
	})
}

func TestStderr(t *testing.T) {
	simulate(t, "rules: [{when: {phase: spawn}, do: [stderr: {text: \"oh no\\n\", size: 256KiB}]}]", func(b *bench) {
		l := b.session()
		got := l.err.take()
		assert.Equal(t, len(got), 256<<10)
		assert.Check(t, strings.HasPrefix(got, "oh no\noh no\n"))
	})
}

func TestStdinStops(t *testing.T) {
	simulate(t, on("stdin: stop, answer, delay: 10s, stdin: resume"), func(b *bench) {
		l := b.session()
		l.say(ping("1"))
		l.say(call("2", "x"))
		l.hears(pong("1"))
		b.after(10 * time.Second)
		l.hears(echoed("2", "x"))
	})
}

func TestExitAtEveryPhase(t *testing.T) {
	script := "tools: [{name: echo, answer: {echo: true}, commit: row}]\nrules: [{when: {phase: %s}, do: [exit: 9]}]"
	for phase, answers := range map[string]int{
		"spawn": 0, "before-init-reply": 0, "after-init-reply": 1, "before-initialized": 1,
		"idle": 1, "listing": 1, "in-call": 3, "after-commit": 3, "closing": 4,
	} {
		simulate(t, fmt.Sprintf(script, phase), func(b *bench) {
			l := b.spawn()
			l.say(initialize)
			if phase == "before-initialized" {
				l.say(ping("0"))
			}
			l.say(initialized)
			if phase != "idle" && phase != "listing" {
				l.say(ping("1"))
			}
			l.say(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
			l.say(call("3", "x"))
			_ = l.in.Close()
			b.after(0)
			assert.Check(t, l.ended, phase)
			assert.Equal(t, l.code, 9, phase)
			assert.Equal(t, strings.Count(l.out.take(), "\n"), answers, phase)
			want := 0
			if phase == "after-commit" || phase == "closing" {
				want = 1
			}
			assert.Equal(t, len(b.srv.Ledger()), want, phase)
		})
	}
}

func TestStderrIsClosedAlone(t *testing.T) {
	simulate(t, "rules: [{when: {phase: spawn}, do: [stderr: {text: \"bye\\n\", close: true}]}]", func(b *bench) {
		l := b.session()
		assert.Equal(t, l.err.take(), "bye\n")
		b.after(time.Hour)
		assert.Check(t, !l.ended)
		l.say(ping("7"))
		l.hears(pong("7"))
	})
}

func TestBannerThenExit(t *testing.T) {
	script := `rules: [{when: {phase: spawn, first: 1}, do: [stderr: "ModuleNotFoundError: foo\n", delay: 40ms, exit: 1]}]`
	simulate(t, script, func(b *bench) {
		l := b.spawn()
		b.after(39 * time.Millisecond)
		assert.Check(t, !l.ended)
		b.after(time.Millisecond)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 1)
		assert.Equal(t, l.err.take(), "ModuleNotFoundError: foo\n")
		l = b.spawn()
		l.say(initialize)
		l.hears(initAnswer)
	})
}

func TestNothingIsReadBeforeSpawnIsOver(t *testing.T) {
	simulate(t, "rules: [{when: {phase: spawn}, do: [raw: \"banner\\n\", delay: 3s]}]", func(b *bench) {
		l := b.spawn()
		l.say(initialize)
		l.hears("banner")
		b.after(3 * time.Second)
		l.hears(initAnswer)
	})
}

func TestCancelledRequestsAreNotAnswered(t *testing.T) {
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`
	simulate(t, on("delay: 1s"), func(b *bench) {
		l := b.session()
		l.say(ping("1"), fmt.Sprintf(cancel, "1"), fmt.Sprintf(cancel, "99"), fmt.Sprintf(cancel, "{}"))
		b.after(time.Minute)
		l.hears()
	})
	simulate(t, on("ignore: [cancel], delay: 1s"), func(b *bench) {
		l := b.session()
		l.say(ping("1"), fmt.Sprintf(cancel, "1"))
		b.after(time.Minute)
		l.hears(pong("1"))
	})
}

func TestProgress(t *testing.T) {
	simulate(t, on("progress: {count: 2, every: 5s}"), func(b *bench) {
		l := b.session()
		l.say(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":"p"}}}`)
		l.hears()
		b.after(5 * time.Second)
		l.hears(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2}}`)
		b.after(5 * time.Second)
		l.hears(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":2,"total":2}}`, pong("1"))
	})
}

func TestServerRequestThatWaits(t *testing.T) {
	simulate(t, on("request: {method: roots/list, wait: true}"), func(b *bench) {
		l := b.session()
		l.say(ping("1"))
		l.hears(`{"jsonrpc":"2.0","id":"s-1","method":"roots/list"}`)
		l.say(`{"jsonrpc":"2.0","id":"other","result":{}}`)
		l.hears()
		l.say(`{"jsonrpc":"2.0","id":"s-1","result":{"roots":[]}}`)
		l.hears(pong("1"))
		assert.Equal(t, b.kinds(), "spawn, unmatched, answered")
	})
}

// A client may escape what need not be escaped; another id is another one nevertheless.
func TestServerRequestWhoseIDIsEscaped(t *testing.T) {
	simulate(t, on(`request: {method: roots/list, id: "a/<1>", wait: true}`), func(b *bench) {
		l := b.session()
		l.say(ping("1"))
		l.hears(`{"jsonrpc":"2.0","id":"a/<1>","method":"roots/list"}`)
		l.say(`{"jsonrpc":"2.0","id":"a\\\/<1>","result":{}}`)
		l.hears()
		l.say(`{"jsonrpc":"2.0","id":"\u0061\/\u003c1>","result":{"roots":[]}}`)
		l.hears(pong("1"))
		assert.Equal(t, b.kinds(), "spawn, unmatched, answered")
	})
}

func TestHandshakeWithServerRequests(t *testing.T) {
	script := `
rules:
  - when: {phase: before-init-reply}
    do: [notify: notifications/resources/list_changed]
  - when: {phase: after-init-reply}
    do: [{request: {method: roots/list}}, {request: {method: ping, id: 1}}]
`
	simulate(t, script, func(b *bench) {
		l := b.spawn()
		l.say(initialize)
		l.hears(`{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}`, initAnswer,
			`{"jsonrpc":"2.0","id":"s-1","method":"roots/list"}`, ping("1"))
	})
}

func TestIdle(t *testing.T) {
	simulate(t, "rules: [{when: {phase: idle, nth: 2}, do: [delay: 5s, exit: 3]}]", func(b *bench) {
		l := b.session()
		b.after(time.Minute)
		assert.Check(t, !l.ended)
		l.say(ping("1"))
		b.after(5 * time.Second)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 3)
	})
}

func TestStateAndLedger(t *testing.T) {
	script := `
tools: [{name: echo, answer: {echo: true}, commit: written}, b]
rules:
  - when: {tool: b}
    do: [state: warm, commit: by hand]
  - when: {method: ping, state: warm}
    do: [never]
`
	simulate(t, script, func(b *bench) {
		l := b.session()
		l.say(ping("1"), call("2", "x"), strings.ReplaceAll(call("3", "x"), `"echo"`, `"b"`), ping("4"))
		l.hears(pong("1"), echoed("2", "x"), `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"ok"}]}}`)
		assert.Equal(t, b.srv.State(), "warm")
		rows := b.srv.Ledger()
		assert.Equal(t, len(rows), 2)
		assert.Equal(t, rows[0].Row+" by "+rows[0].Tool, "written by echo")
		assert.Equal(t, rows[1].Row+" by "+rows[1].Tool, "by hand by b")
		b.srv.SetState("")
		l.say(ping("5"))
		l.hears(pong("5"))
	})
}

func TestEveryActionHasACase(t *testing.T) {
	// A new action must be entered here together with the test that sees its effect.
	seen := strings.Fields(`answer as batch commit compress cursor delay drop duplicate encode end error exit frame goaway headers hold id interleave
		ignore log never notify offer pad patch progress raw reorder request result revoke session set split sse state status
		stderr stdin stream`)
	slices.Sort(seen)
	assert.DeepEqual(t, fakeserver.Actions(), seen)
}
