package probe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// richServer offers something of everything that is looked at.
const richServer = `
name: rich
tools:
  - {name: gives, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [text], properties: {text: {type: string}, "n": {type: integer, default: 9}}}, answer: {echo: true}}
  - {name: logs, outputSchema: {type: object}, answer: {structured: {a: 1}}}
  - {name: works}
  - {name: naps, inputSchema: {type: object, properties: {seconds: {type: number, default: 60}}}}
  - {name: asks}
  - {name: bumps}
  - {name: wipes, annotations: {destructiveHint: true}}
  - {name: fails, answer: {error: "no"}}
resources: [{uri: "doc:a", text: one}, {uri: "doc:b/ü", blob: AA==}, {uri: "doc:c"}]
templates: [{uriTemplate: "doc:{x}/{y}", text: "{x}", arguments: [{name: x, values: [a]}]}]
prompts: [{name: greet, text: "hi {who}", arguments: [{name: who, required: true, values: [a]}, {name: how}]}, {name: plain, text: x}]
pageSize: 3
rules:
  - {when: {tool: logs}, do: [{log: {level: info, text: a}}]}
  - {when: {tool: works}, do: [{progress: {count: 2, every: 100ms}}, {delay: 1200ms}]}
  - {when: {tool: naps, args: {}}, do: [{delay: 1m}]}
  - {when: {tool: bumps}, do: [{notify: {method: notifications/resources/updated, params: {uri: "doc:a"}}}, {notify: notifications/tools/list_changed}]}
`

const smallServer = `
tools: [{name: gives, answer: {echo: true}, inputSchema: {type: object, required: [text], properties: {text: {type: string}}}}, {name: hidden, annotations: {destructiveHint: true}}]
resources: [{uri: "doc:a", text: one}]
prompts: [{name: greet, text: x}]
`

// asksOften is how a tool asks in a session.
const asksOften = `  - {when: {tool: asks}, do: [{request: {method: elicitation/create, params: {message: Who?, requestedSchema: {type: object, properties: {who: {type: string}}, required: [who]}}, wait: true}}, {request: {method: roots/list, wait: true}}, {request: {method: sampling/createMessage, params: {maxTokens: 9, messages: []}, wait: true}}]}
`

// modernServer asks for input with each result of one tool, prompt and resource.
var modernServer = "era: modern\n" + strings.NewReplacer(
	"{name: asks}", "{name: asks, rounds: "+rounds+"}", "{uri: \"doc:c\"}", "{uri: \"doc:c\", rounds: "+rounds+"}", "{name: plain, text: x}", "{name: plain, text: x, rounds: "+rounds+"}",
	"{type: integer, default: 9}", "{type: integer, default: 9, x-mcp-header: N}",
).Replace(richServer)

// manyOf is a server with more of everything than is looked at.
func manyOf(era string) string {
	script := "era: " + era + "\npageSize: 12\n"
	for _, list := range []struct{ name, item string }{
		{"tools", `{name: gives%d, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [text], properties: {text: {type: string}}}, answer: {echo: true}}`},
		{"resources", `{uri: "doc:%d", text: one}`},
		{"templates", `{uriTemplate: "doc%d:{x}", text: "{x}", arguments: [{name: x, values: [a]}]}`},
		{"prompts", `{name: greet%d, text: hi, arguments: [{name: who, values: [a]}]}`},
	} {
		script += list.name + ":\n"
		for i := range 30 {
			script += fmt.Sprintf("  - "+list.item+"\n", i)
		}
	}
	return script
}

const rounds = `[{inputs: {who: {method: elicitation/create, params: {mode: form, message: Who?, requestedSchema: {type: object, properties: {who: {type: string}}}}}, dirs: {method: roots/list}}}, {inputs: {what: {method: sampling/createMessage, params: {maxTokens: 9, messages: []}}}}]`

// heard is what came to a server, a line for each message or request.
type heard struct {
	mu    sync.Mutex
	begin time.Time
	lines []string
}

// left are the headers that say nothing of mcpsim.
var left = []string{"User-Agent", "Content-Length", "Accept-Encoding", "Connection"}

func (h *heard) note(name string) func(fakeserver.Entry) {
	return func(e fakeserver.Entry) {
		h.mu.Lock()
		defer h.mu.Unlock()
		what := ""
		switch {
		case e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received:
			what = e.Verb + " " + e.Text
			for _, key := range slices.Sorted(maps.Keys(e.Header)) {
				if !slices.Contains(left, key) {
					what += "; " + key + ": " + e.Header.Get(key)
				}
			}
		case (e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindRaw) && e.Direction == fakeserver.Received:
			what = e.Raw
		case e.Kind == fakeserver.KindEOF || e.Kind == fakeserver.KindExit || e.Kind == "term" || e.Kind == "kill":
			what = string(e.Kind)
		default:
			return
		}
		h.lines = append(h.lines, fmt.Sprintf("%8s %s %s", e.At.Sub(h.begin).Round(time.Millisecond), name, what))
	}
}

// take returns what came since the last time.
func (h *heard) take(now time.Time) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	text := strings.Join(append(h.lines, ""), "\n")
	h.lines, h.begin = nil, now
	return text
}

// explored calls use with a bench of a server, in virtual time.
func explored(t *testing.T, over, revision, script string, use func(b *Bench, h *heard)) {
	t.Helper()
	aimed(t, over, revision, script, func(target Target, h *heard) {
		b, err := Open(context.Background(), target)
		if err != nil {
			t.Error(err)
			return
		}
		use(b, h)
		b.Close()
	})
}

// aimed gives a target to use: a server of the script, in virtual time.
func aimed(t *testing.T, over, revision, script string, use func(target Target, h *heard)) {
	t.Helper()
	parsed, err := fakeserver.Parse("script.yaml", []byte(script))
	assert.NilError(t, err)
	h := &heard{}
	err = vtime.Run(t, vtime.Config{Freeze: time.Minute}, func(sim *vtime.Sim) {
		n := netem.New(sim)
		defer n.CloseAll()
		target := Target{Clock: sim.Clock("probe"), Revision: revision, Timeout: 2 * time.Second, AllowCalls: true}
		h.begin = target.Clock.Now()
		server := func(name string) *fakeserver.Server {
			s, err := fakeserver.New(parsed, fakeserver.Options{Clock: sim.Clock("subject"), Journal: h.note(name)})
			assert.NilError(t, err)
			return s
		}
		if over == "stdio" {
			var started atomic.Int32 // both eras may start at once
			target.Starter = process.StarterFunc(func(process.Command) (process.Process, error) {
				fake, p := server(fmt.Sprintf("#%d", started.Add(1))), n.Process("subject")
				sim.Go("subject", func() {
					defer fake.Close()
					p.Exit(fake.ServeStdio(fakeserver.Stdio{In: p.In(), Out: p.Out(), Err: p.Err(), Term: p.Term(), Kill: p.Killed()}))
				})
				return p, nil
			})
		} else {
			fake := server("")
			defer fake.Close()
			l, err := n.Listen("127.0.0.1:80")
			assert.NilError(t, err)
			var serving sync.WaitGroup
			serving.Go(func() { _ = fake.Serve(l) })
			defer func() { fake.Close(); serving.Wait() }()
			wires := &http.Transport{DialContext: n.Dial("probe")}
			defer wires.CloseIdleConnections()
			target.URL, target.HTTP = "http://127.0.0.1/mcp", wires
		}
		use(target, h)
	})
	assert.NilError(t, err)
}

// usual is what nearly every message has, in short, and the ids of requests, which grow.
var usual = strings.NewReplacer(
	`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"mcpsim","version":"1"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"`, "META",
	"; Accept: application/json, text/event-stream; Content-Type: application/json", " as usual", `"jsonrpc":"2.0",`, "",
)

var ids = regexp.MustCompile(`"(id|requestId)":1\d{3}\b`)

var sessions = regexp.MustCompile(`\b[0-9a-f]{32}\b`)

func brief(text string) string {
	return sessions.ReplaceAllString(ids.ReplaceAllString(usual.Replace(text), `"$1":N`), "S")
}

// TestConversations: what each part of a run asks of a server, word by word and moment by
// moment, and what it has learnt then. -update rewrites the pages; read the diff.
func TestConversations(t *testing.T) {
	for _, c := range []struct{ name, over, revision, script string }{
		{"stdio", "stdio", LatestRevision, richServer + asksOften},
		{"http", "http", LatestRevision, richServer + asksOften + "http: {answers: sse, resume: true}\n"},
		{"modern-stdio", "stdio", ModernRevision, modernServer},
		{"modern-http", "http", ModernRevision, modernServer},
		{"old", "http", LatestRevision, smallServer + "http: {legacy: {}}\n"},
		{"stateless", "http", "2025-03-26", smallServer + "http: {sessions: false, get: '405'}\n"},
		{"bare", "stdio", LatestRevision, "capabilities: {}\n"},
		{"mute", "stdio", LatestRevision, smallServer + "rules: [{when: {method: \"resources/*\"}, do: [never], mayNotHappen: true}, {when: {tool: gives}, do: [{exit: 3}]}]\n"},
		{"refusing", "http", LatestRevision, smallServer + "rules: [{when: {method: \"*/list\"}, do: [{error: {code: -32603}}]}, {when: {method: prompts/get}, do: [{status: 500}]}]\n"},
		{"many", "stdio", LatestRevision, manyOf("legacy")},
		{"modern-many", "http", ModernRevision, manyOf("modern")},
		{"modern-bare", "stdio", ModernRevision, "era: modern\ntools: [{name: plain, annotations: {destructiveHint: true}}]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var page strings.Builder
			explored(t, c.over, c.revision, c.script, func(b *Bench, h *heard) {
				chapter := func(title string, learn func() string) {
					b.BeginExcerpt()
					learnt := learn()
					_, events := b.EndExcerpt()
					fmt.Fprintf(&page, "== %s\n%slearnt: %s\nshown: %s\n\n", title, h.take(b.Target.Clock.Now()), strings.TrimSpace(learnt), kindsOf(events))
				}
				chapter("the first connection", func() string { return "" })
				for _, part := range parts {
					chapter(part.title, func() string { return part.learn(b) })
				}
			})
			golden.Assert(t, brief(page.String()), "conversation-"+c.name+".golden")
		})
	}
}

// parts are what runs learn of a server, in the order in which they learn it here.
var parts = []struct {
	title string
	learn func(b *Bench) string
}{
	{"survey", func(b *Bench) string {
		s, err := b.Survey()
		if err != nil {
			return err.Error()
		}
		fastest := "nothing"
		if s.Fastest() != nil {
			fastest = s.Fastest().Tool.Name
		}
		out := fmt.Sprintf("%v, pace %s, %d frames, %s, fastest %s, called %s\n", s.None, s.Pace.Round(time.Millisecond), len(s.Frames), kindsOf(s.Events), fastest, s.CalledTools())
		for _, trial := range s.Trials {
			out += fmt.Sprintf("  %s %s token %s after %s: %s %v; %d progress, %d logs, after its answer at %d\n", trial.Tool.Name, trial.Arguments, trial.Token,
				trial.Took.Round(time.Millisecond), shown(trial.Answer.Raw), trial.Err, len(trial.Progress), len(trial.Logs()), s.PositionOf(trial))
		}
		return out + fmt.Sprintf("  lists %s\n  %s", keysOf(s.Before), keysOf(s.After))
	}},
	{"asking", func(b *Bench) string {
		a, err := b.Asking()
		if err != nil {
			return err.Error()
		}
		out := fmt.Sprintf("%v, %v, %d able, %d denied, %s;", a.None, a.NoneAsk(), len(a.Able), len(a.Denied), kindsOf(a.Events))
		for _, method := range Askable() {
			out += fmt.Sprintf(" %s by %d", method, len(a.Tools[method]))
		}
		return out
	}},
	{"rounds", func(b *Bench) string {
		r, err := b.Rounds()
		if err != nil {
			return err.Error()
		}
		out := fmt.Sprintf("%v, %v, %s\n", r.None, r.NoneAsk(), kindsOf(r.Events))
		for _, round := range r.All {
			out += fmt.Sprintf("  %s of %s needs %v, %d steps, ends with %s\n", round.Method, round.What, round.Needs(), round.Steps, shown(round.Final.Raw))
		}
		return out
	}},
	{"browse", func(b *Bench) string {
		all, err := b.Browse()
		if err != nil {
			return err.Error()
		}
		out := fmt.Sprintf("%s\n", kindsOf(all.Events))
		for _, v := range slices.Concat(all.Of("resources/read"), all.Of("prompts/get"), all.Completions) {
			out += fmt.Sprintf("  %s %s: %s %v\n", v.Name, v.Params, shown(v.Answer.Raw), v.Err)
		}
		return out
	}},
	{"watch", func(b *Bench) string {
		w, err := b.Watch()
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%v, subscribed %v, changed %v, told %v and %v, %s", w.None, w.Subscribed, w.Changed, Updated(w.During), Updated(w.After), kindsOf(w.Events))
	}},
	{"changes", func(b *Bench) string {
		if !b.IsModern() {
			return ""
		}
		ch, err := b.Changes()
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%v, wanted %d, %d acks, %d during, %d after, lists %s and %s, %s", ch.None, len(ch.Wanted), len(ch.Acks), len(ch.During), len(ch.After), keysOf(ch.Before), keysOf(ch.Later), kindsOf(ch.Events))
	}},
	{"logging", func(b *Bench) string {
		s, err := b.Survey()
		if err != nil || !b.IsModern() {
			return fmt.Sprint(err)
		}
		trial, err := b.Logging(s)
		if trial == nil {
			return fmt.Sprint(err)
		}
		return trial.Tool.Name
	}},
	{"listening", func(b *Bench) string {
		if b.Target.URL == "" || b.IsModern() {
			return ""
		}
		l, err := b.Listening()
		return fmt.Sprintf("%v, %d streams, %s", err, len(l.Gets), kindsOf(l.Events))
	}},
	{"tour", func(b *Bench) string { return fmt.Sprint(b.Tour()) }},
	{"streamed", func(b *Bench) string {
		method, params := b.Streamed()
		return method + " " + string(params) + " " + WithToken(params, "7")
	}},
	{"eras", func(b *Bench) string { return fmt.Sprint(b.OpensSessions(), b.Versions(), b.Mirrored()) }},
	{"the rest", func(b *Bench) string {
		revision, server := b.Info()
		_, err := b.Challenge()
		_, median, n := b.StartUp()
		return fmt.Sprint(revision, " ", server, " ", err, " ", b.Cost(), " ", median.Round(time.Millisecond), " ", n, " ", len(b.Logs()), " ", b.Remarks(), " ", b.Usual().Round(time.Millisecond), " ", b.Hears(), " ", b.Strays(), " ", errors.Is(b.Ready(), nil))
	}},
	{"sights", func(b *Bench) string {
		var out []string
		for what := range b.seen.sights {
			out = append(out, string(what))
		}
		slices.Sort(out)
		return strings.Join(out, "\n  ")
	}},
	{"rules", func(b *Bench) string {
		var out []string
		for rule, n := range b.watch.judged {
			what := ""
			if f := b.watch.findings[rule]; f != nil {
				what = fmt.Sprintf(" (%d: %s)", f.cases, f.what)
			}
			out = append(out, fmt.Sprintf("%s: %d%s", rule, n, what))
		}
		slices.Sort(out)
		return strings.Join(out, "\n  ")
	}},
}

func keysOf(m map[string]string) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), " ")
}

// kindsOf counts events by what they are.
func kindsOf(events []event.Event) string {
	n := map[string]int{}
	for _, e := range events {
		n[e.Actor+" "+string(e.Kind)]++
	}
	return fmt.Sprint(n)
}
