package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"

	"strings"
	"testing"
	"time"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// act is what a check does with a bench, with a server of its own.
type act struct {
	name, over, revision, script string
	do                           func(b *Bench) string
}

var acts = []act{
	{"a plain request", "stdio", "", smallServer, func(b *Bench) string {
		return fmt.Sprint(b.Plain("tools/list", "", true), b.Plain("x/unknown", "{}", true), b.Plain("x/unknown", "{}", false), b.Plain("notifications/x", "", true), b.Plain("", "", true), b.SentInCheck())
	}},
	{"a plain notification that is answered", "stdio", "", "rules: [{when: {method: notifications/x}, do: [{raw: '{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}'}, {raw: \"\\n\"}]}]", func(b *Bench) string {
		return fmt.Sprint(b.Plain("notifications/x", "", true))
	}},
	{"a plain request of a server that has gone", "stdio", "", "connections: [{from: 2, rules: [{when: {phase: spawn}, do: [{exit: 4}]}]}]", func(b *Bench) string {
		err := b.Plain("ping", "", true)
		_, session := errors.AsType[*SessionError](err)
		b.Unopened(errors.New("first"))
		b.Unopened(errors.New("second"))
		return fmt.Sprint(err, session, b.Opened(), b.Plain("", "", true))
	}},
	{"a lost server", "http", "", "", func(b *Bench) string {
		b.LostBy("TOOL-01", errors.New("no answer"))
		b.LostBy("TOOL-02", errors.New("again"))
		_, err := b.Session()
		_, other := b.Connect()
		gone, _ := errors.AsType[*GoneError](err)
		return fmt.Sprint(err, other, gone.Check)
	}},
	{"kinds of messages", "http", "", smallServer, func(b *Bench) string {
		c, _ := b.Session()
		_, _ = c.Call("ping", "")
		_, _ = c.Call("tools/call", `{"name":"gives","arguments":{"text":"a"}}`)
		_, _ = c.Call("ping", "")
		_ = c.Notify("notifications/x", "")
		return fmt.Sprint(b.SentInCheck(), Sent([]byte(`{"method":"tools/call"}`)), Sent([]byte("x")), IsLost(ErrSilent), IsLost(ErrEnded), IsLost(nil))
	}},
	{"waiting for an answer", "http", "", "tools: [{name: slow}]\nrules: [{when: {tool: slow}, do: [{delay: 1s}]}]", func(b *Bench) string {
		c, _ := b.Session()
		p, err := c.Start("tools/call", `{"name":"slow"}`, 5*time.Second)
		_, early := p.Await(300 * time.Millisecond)
		took := p.Took()
		answer, late := p.Overtake()
		polled := p.Polled()
		p.Drop()
		return fmt.Sprint(err, early, took.Round(time.Millisecond), shown(answer.Raw), late, polled, len(p.Exact()))
	}},
	{"giving an answer up", "stdio", "", "tools: [{name: slow}]\nrules: [{when: {tool: slow}, do: [never]}]", func(b *Bench) string {
		c, _ := b.Session()
		p, _ := c.Start("tools/call", `{"name":"slow"}`, 5*time.Second)
		_, err := p.Overtake()
		stopped, until := p.AwaitUntil(time.Second, func(f Frame) bool { return f.Method() == "x" })
		_, _ = c.Call("x", "")
		return fmt.Sprint(err, stopped, until, p.GiveUp(), c.Used(p.ID), c.Used("1"), c.NewID())
	}},
	{"an exchange without the answer", "http", "", "tools: [{name: slow}]\nrules: [{when: {tool: slow}, do: [{status: {code: 500, body: oh}}]}]", func(b *Bench) string {
		c, _ := b.Session()
		p, _ := c.Start("tools/call", `{"name":"slow"}`, 5*time.Second)
		_, err := p.Await(time.Second)
		polled := p.Polled()
		p.Drop()
		_, direct := c.Call("tools/call", `{"name":"slow"}`)
		return fmt.Sprint(err, polled, direct)
	}},
	{"polling", "http", "", "tools: [{name: slow}]\nrules: [{when: {tool: slow}, do: [{sse: {events: [{id: a, data: \"\", retry: 2s}], end: eof}}]}, {when: {verb: GET}, do: [{sse: {events: [{id: b, data: '{\"jsonrpc\":\"2.0\",\"id\":1002,\"result\":{}}'}], end: eof}}]}]\nhttp: {resume: true}", func(b *Bench) string {
		c, _ := b.Session()
		answer, err := c.Call("tools/call", `{"name":"slow"}`)
		return fmt.Sprint(shown(answer.Raw), err)
	}},
	{"fetching", "http", "", "http: {pages: [{path: /page, body: x, headers: {Content-Type: text/plain}}]}", func(b *Bench) string {
		r, err := b.Fetch("http://127.0.0.1/page")
		none, gone := b.Fetch("http://127.0.0.1:81/page")
		_, bad := b.Fetch("http://[")
		return fmt.Sprint(r.Status, " ", string(r.Body), " ", err, none == nil, gone != nil, bad != nil, reached(b, 1), reached(b, 9), b.TakesAnyToken())
	}},
	{"a fork", "stdio", "", smallServer, func(b *Bench) string {
		f, err := b.Fork()
		if err != nil {
			return err.Error()
		}
		_, survey := b.Survey()
		before := b.Cost()
		_, again := f.Survey()
		c, _ := f.Session()
		_, call := c.Call("ping", "")
		return fmt.Sprint(survey, again, before, b.Cost(), call, len(b.family()), b.Begun().Equal(b.first.born), b.Busy())
	}},
	{"sessions that rest", "stdio", "", smallServer, func(b *Bench) string {
		one, _ := b.OwnSession()
		_, _ = one.Call("tools/list", "")
		b.Rest(one)
		again, _ := b.OwnSession()
		_, _ = again.Call("logging/setLevel", `{"level":"info"}`)
		b.Rest(again)
		third, _ := b.OwnSession()
		b.Rest(third)
		other := b.Rested("2024-11-05")
		launched, err := b.Launch()
		b.Retire(launched)
		return fmt.Sprint(one == again, again == third, other == nil, err, len(b.pool.rested))
	}},
	{"events that come early", "stdio", "", "rules: [{when: {phase: spawn}, do: [{notify: {method: notifications/message, params: {level: info, data: a}}}]}]", func(b *Bench) string {
		first, _ := b.OwnSession()
		defer b.Retire(first)
		c, _ := b.OwnSession()
		defer b.Retire(c)
		return fmt.Sprint(len(c.From(0)), len(b.handshake))
	}},
	{"what is shown again", "stdio", "", richServer, func(b *Bench) string {
		s, err := b.Survey()
		if err != nil {
			return err.Error()
		}
		out := ""
		for _, trial := range []*Trial{s.Trials[0], s.Trials[2], s.Trials[len(s.Trials)-1]} {
			b.EndExcerpt()
			b.BeginExcerpt()
			b.RecallTrial(trial)
			out += kindsOf(b.excerpt.all()) + " " + fmt.Sprint(b.excerpt.begin.Equal(b.excerpt.all()[0].At)) + "\n"
		}
		b.EndExcerpt()
		b.BeginExcerpt()
		b.RecallFirst()
		return out + kindsOf(b.excerpt.all())
	}},
	{"the revision that is offered", "http", "", "revisions: ['2025-03-26']", func(b *Bench) string {
		c, _ := b.Connect()
		_, err := c.InitializeFor("2024-11-05")
		offered, known := b.Offer("2024-11-05")
		latest, also := b.Offer(LatestRevision)
		_, none := b.Offer("x")
		b.Retire(c)
		return fmt.Sprint(err, offered, known, latest, also, none, c.Shared(), b.First() == b.first)
	}},
	{"lists", "http", "", "tools: [a, b, c]\npageSize: 1\nrules: [{when: {method: tools/list, nth: 5}, do: [{cursor: x}]}, {when: {method: tools/list, after: 5}, do: [{cursor: \"<n>\"}, {delay: 10ms}], times: 3}]", func(b *Bench) string {
		c, _ := b.Session()
		items, err := c.ListAll("tools/list")
		_, refused := c.ListAll("x/list")
		_, endless := c.ListAll("tools/list")
		return fmt.Sprint(len(items), err, refused, endless, SameItems(items, items[:1]))
	}},
	{"a server that answers nothing", "stdio", "", "rules: [{when: {method: ping}, do: [never]}]", func(b *Bench) string {
		c, _ := b.Session()
		for range 3 {
			p, _ := c.Start("ping", "", time.Second)
			_, _ = p.Await(time.Second)
			b.silence++
		}
		return fmt.Sprint(b.patience(), b.Hears(), c.Patience())
	}},
	{"the time is over", "http", "", "", func(b *Bench) string {
		b.EndExcerpt()
		b.BeginExcerpt()
		one := b.Sleep(3 * time.Minute)
		spent := b.Spent()
		b.EndExcerpt()
		b.BeginExcerpt()
		fresh := b.Spent()
		_ = b.Sleep(20 * time.Minute)
		b.EndExcerpt()
		b.BeginExcerpt()
		_ = b.Sleep(20 * time.Minute)
		return fmt.Sprint(one, spent, fresh, b.Spent(), b.Stopped(), b.Remarks())
	}},
}

// TestActs: what the parts of checks ask of a server, and what they say. -update rewrites
// the page; read the diff.
func TestActs(t *testing.T) { writeActs(t, acts, "acts.golden") }

func writeActs(t *testing.T, acts []act, name string) {
	t.Helper()
	var page strings.Builder
	for _, act := range acts {
		t.Run(act.name, func(t *testing.T) {
			explored(t, act.over, act.revision, act.script, func(b *Bench, h *heard) {
				h.take(b.Target.Clock.Now())
				b.BeginExcerpt()
				said := act.do(b)
				_, events := b.EndExcerpt()
				fmt.Fprintf(&page, "== %s\n%slearnt: %s\nshown: %s\n\n", act.name, h.take(b.Target.Clock.Now()), said, kindsOf(events))
			})
		})
	}
	golden.Assert(t, brief(page.String()), name)
}

// numbered is a process.
var numbered = regexp.MustCompile(` #\d+ `)

// TestFinding: which eras are found, and how it is said that there is none.
func TestFinding(t *testing.T) {
	var page strings.Builder
	for _, c := range []struct{ name, over, revision, script string }{
		{"legacy", "stdio", "", smallServer}, {"modern", "stdio", "", "era: modern\n" + smallServer}, {"dual", "stdio", "", "era: dual\n" + smallServer}, {"dual over HTTP", "http", "", "era: dual\n" + smallServer},
		{"only modern", "http", ModernRevision, "era: dual\n" + smallServer}, {"only legacy", "http", "2025-06-18", "era: dual\n" + smallServer}, {"not modern", "http", ModernRevision, smallServer},
		{"mute", "stdio", "", "rules: [{do: [never]}]"}, {"it exits", "stdio", "", "rules: [{when: {phase: spawn}, do: [{stderr: \"Error: no\\n\"}, {exit: 3}]}]"}, {"it hangs up", "http", LatestRevision, "rules: [{do: [drop]}]"}, {"it refuses", "http", "", "rules: [{do: [{error: 5}]}]"},
		{"it wants a token", "http", "", "authorization: {}"}, {"it forbids", "http", "", "rules: [{do: [status: 403]}]"}, {"it is not found", "http", "", "rules: [{do: [status: 404]}]"}, {"it moves", "http", "", "http: {path: /other}\nrules: []"}, {"an old one", "http", "", "http: {legacy: {path: /mcp}}"}, {"an old one that names nothing", "http", "", "http: {legacy: {path: /mcp, silent: true}}"}, {"an old one that names another", "http", "", "http: {legacy: {path: /mcp, endpoint: 'http://other.test/in'}}"}, {"it says no revision", "stdio", "", "rules: [{when: {method: initialize}, do: [{result: {}}]}]"},
		{"it names versions with a handshake alone", "http", "", smallServer + "\nrules: [{when: {header: {MCP-Protocol-Version: '2026-07-28'}}, do: [{error: {code: -32022, message: no, data: {supported: ['2025-11-25']}}}]}]"},
		{"eras that differ", "stdio", "", "era: dual\ntools: [a]\nrules: [{when: {header: {}, method: tools/list, nth: 2}, do: [{patch: {tools: [{name: b, inputSchema: {type: object}}]}}]}]"},
	} {
		aimed(t, c.over, c.revision, c.script, func(target Target, h *heard) {
			e, err := OpenEras(context.Background(), target)
			said := fmt.Sprint(err)
			if err == nil {
				for _, b := range e.All() {
					revision, server := b.Info()
					said += fmt.Sprintf("; %s of %s, refused %v, ready %v, redirect %d, versions %v, old %v, hears %v", revision, server, b.Refused(), b.Ready(), b.Redirect(), b.Versions(), b.old, b.Hears())
				}
				fork, forked := e.Fork()
				said += fmt.Sprint("; ", e.Differences(), forked, fork != nil, e.For([]string{ModernTag}) == e.Modern, e.For(nil) == e.Legacy)
				e.Close()
			}
			// Both eras are asked side by side, in an order that nothing promises.
			asked := slices.Sorted(strings.Lines(numbered.ReplaceAllString(h.take(target.Clock.Now()), " ")))
			fmt.Fprintf(&page, "== %s\n%s%s\n\n", c.name, strings.Join(asked, ""), said)
		})
	}
	golden.Assert(t, brief(page.String()), "finding.golden")
}

// TestOnly: what one era has and the other has not, ten names at most.
func TestOnly(t *testing.T) {
	many := strings.Fields("a b c d e f g h i j k")
	for want, got := range map[string][]string{
		"[]":                         only("tools/list", "here", []string{"a"}, []string{"a", "b"}),
		"[tools/list, only here: a]": only("tools/list", "here", []string{"a", "b"}, []string{"b"}),
		"[x, only here: a, b, c, d, e, f, g, h, i, j]":            only("x", "here", many[:10], nil),
		"[x, only here: a, b, c, d, e, f, g, h, i, j and 1 more]": only("x", "here", many, nil),
	} {
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

// TestHandshakeIsShown: the first handshake is kept for later, up to a bound.
func TestHandshakeIsShown(t *testing.T) {
	b := &Bench{}
	for i := range maxEarly + 1 {
		b.Emit(event.Event{N: i})
	}
	if len(b.handshake) != 20 {
		t.Errorf("%d events of the handshake are kept", len(b.handshake))
	}
}

// TestQuestions: what is asked for the completion of, and read, up to bounds.
func TestQuestions(t *testing.T) {
	item := func(text string) Item { return ParseFrame([]byte(text)).Members }
	var out []string
	for _, q := range append(promptCompletions([]Item{item(`{"name":"a","arguments":[{"name":"x"},{"name":"y","required":true}]}`), item(`{"arguments":[{"name":"z"}]}`)}),
		templateCompletions([]Item{item(`{"uriTemplate":"doc:{x}/{?y,z*}{+path:3}"}`), item(`{"uriTemplate":"plain"}`)})...) {
		out = append(out, q.name+" "+q.params)
	}
	out = append(out, string(requiredArguments(item(`{"arguments":[{"name":"x"},{"name":"y","required":true}]}`))))
	var resources strings.Builder
	for i := range 40 {
		fmt.Fprintf(&resources, "{uri: 'doc:%d'}, ", i)
	}
	explored(t, "http", "", "resources: ["+resources.String()+"]\nprompts: ["+strings.ReplaceAll(resources.String(), "uri", "name")+"]", func(b *Bench, _ *heard) {
		all, err := b.Browse()
		out = append(out, fmt.Sprint(len(all.Resources), len(all.Prompts), err))
	})
	golden.Assert(t, strings.Join(out, "\n")+"\n", "questions.golden")
}

// TestSights: which codes are a server's own.
func TestSights(t *testing.T) {
	for code, own := range map[string]bool{"-32099": true, "-32000": true, "-32100": false, "-31999": false, "x": false} {
		s := &statistics{}
		s.noteMessage(ParseFrame([]byte(`{"id":1,"error":{"code":` + strings.ReplaceAll(code, "x", `"x"`) + `}}`)))
		if b := (&Bench{seen: s}); b.Saw(SawError(code)) != own {
			t.Errorf("%s: %v", code, s.sights)
		}
	}
}

// reached says what is at an address of loopback.
func reached(b *Bench, last byte) string {
	there, status := b.Reachable(net.IPv4(127, 0, 0, last))
	return fmt.Sprint(there, " ", status)
}
