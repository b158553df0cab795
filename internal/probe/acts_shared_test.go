package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestSharedActs: what is learnt of a server once for all checks, and what is sent to it in
// other ways than one message after the other.
func TestSharedActs(t *testing.T) { writeActs(t, sharedActs, "acts-shared.golden") }

// changingServer is one whose tools change resources and lists, and tell of it as far as they
// are to.
func changingServer(rules string) string {
	return `era: modern
tools: [{name: bumps, annotations: {readOnlyHint: true}}, {name: naps, annotations: {readOnlyHint: true}}]
resources: [{uri: "doc:a", text: one}, {uri: "doc:b", text: two}, {uri: "doc:c", text: three}]
prompts: [greet]
rules:
  - {when: {tool: naps}, do: [{delay: 700ms}]}
` + rules
}

const (
	tellsOfAll   = "  - {when: {tool: bumps}, do: [{notify: {method: notifications/resources/updated, params: {uri: 'doc:a'}}}, {notify: notifications/tools/list_changed}, {notify: notifications/prompts/list_changed}]}\n"
	changesLists = "  - {when: {tool: bumps, nth: 1}, do: [{offer: {tools: [bumps, more], prompts: [greet, part], resources: [{uri: 'doc:a', text: ONE}, {uri: 'doc:b', text: two}, {uri: 'doc:c', text: THREE}]}}]}\n  - {when: {tool: bumps, nth: 2}, do: [{offer: {tools: [bumps, more, most], prompts: [greet], resources: [{uri: 'doc:a', text: One}, {uri: 'doc:b', text: TWO}, {uri: 'doc:c', text: Three}]}}]}\n"
)

var sharedActs = []act{
	{"a departure", "stdio", ModernRevision, changingServer(""), departs},
	{"a departure that is not noticed", "stdio", ModernRevision, changingServer("") + "stdio: {ignore: [eof]}\n", departs},
	{"a departure that even TERM does not end", "stdio", ModernRevision, changingServer("") + "stdio: {ignore: [eof, term]}\n", departs},
	{"a departure without tools", "stdio", ModernRevision, "era: modern\nresources: ['doc:a']\nrules: [{when: {method: subscriptions/listen}, do: [{error: {code: -32601}}]}]", departs},
	{"a departure twice", "stdio", ModernRevision, changingServer(""), func(b *Bench) string { _, _ = b.Departure(); return departs(b) }},
	{"alone over stdio", "stdio", ModernRevision, changingServer(tellsOfAll), alone},
	{"alone over HTTP", "http", ModernRevision, changingServer(tellsOfAll + changesLists), alone},
	{"alone without tools", "stdio", ModernRevision, "era: modern\nresources: ['doc:a']", alone},
	{"alone without an acknowledgement", "stdio", ModernRevision, changingServer("  - {when: {method: subscriptions/listen}, do: [never]}\n"), alone},
	{"changes that are told", "http", ModernRevision, changingServer(tellsOfAll + changesLists), changes},
	{"changes that are told over stdio", "stdio", ModernRevision, changingServer(tellsOfAll + changesLists), changes},
	{"changes that are not told", "http", ModernRevision, changingServer(changesLists), changes},
	{"changes that are told once", "stdio", ModernRevision, changingServer(strings.ReplaceAll(tellsOfAll, "tool: bumps", "tool: bumps, nth: 1") + changesLists), changes},
	{"changes after a refusal", "stdio", ModernRevision, changingServer("  - {when: {method: subscriptions/listen}, do: [{error: {code: -32603}}]}\n"), changes},
	{"changes after silence", "http", ModernRevision, changingServer("  - {when: {method: subscriptions/listen}, do: [never]}\n"), changes},
	{"changes after no stream", "http", ModernRevision, changingServer("  - {when: {method: subscriptions/listen}, do: [{status: {code: 202}}]}\n"), changes},
	{"changes of nothing", "stdio", ModernRevision, "era: modern\ntools: [a]\ncapabilities: {tools: {}}\n", changes},
	{"a second subscription that is refused", "stdio", ModernRevision, changingServer(tellsOfAll + changesLists + "  - {when: {method: subscriptions/listen, nth: 3}, do: [{error: {code: -32603}}]}\n"), changes},
	{"an idle subscription", "http", ModernRevision, "era: modern\nresources: ['doc:a']\n", func(b *Bench) string {
		none := b.Idle() == nil
		c, _ := b.OwnSession() // the bench keeps it
		s, err := c.Subscribe("{}", "7")
		_, acknowledged := s.Acknowledged()
		idle := b.KeepIdle(c, s)
		_ = b.Sleep(time.Minute)
		idle.Look()
		return fmt.Sprint(none, err, acknowledged, b.Idle() == idle, idle.Came(), idle.Later(), b.Since(idle.Since), s.Cut(), s.Over(), s.ID, s.Reply().Status, b.SentInCheck())
	}},
	{"a slow reader", "stdio", "", smallServer, func(b *Bench) string {
		none := b.Slow() == nil
		c, _ := b.OwnSession() // the bench keeps it
		slow := b.KeepSlow(c, "ping", []string{"1"})
		err := c.Send(c.Message("ping", "", "2000"))
		again := c.Send(c.Message("ping", "", "2001")) // of which the first may have been on its way
		silent := c.Await(slow.Begin, time.Second, answerTo("2001"))
		slow.Release()
		heard := c.Await(slow.Begin, time.Second, answerTo("2001"))
		return fmt.Sprint(none, err, again, silent, heard, b.Slow() == slow, b.Since(slow.Since).Round(time.Millisecond), slow.IDs, b.SentInCheck())
	}},
	{"pieces", "stdio", "", smallServer, func(b *Bench) string {
		c, _ := b.OwnSession()
		defer b.Retire(c)
		first := c.SendPieces([][]byte{c.Message("ping", "", "2000"), c.Message("x", "", "2001")}, 3, time.Second)
		heard := c.Await(0, 5*time.Second, answerTo("2001"))
		cut := c.SendCut([]byte(`{"jsonrpc":"2.0","id":2002,"method":"ping","params":{"_meta":{"a/b":"ü"}}}`), 'ü', 200*time.Millisecond)
		whole := c.Await(0, time.Second, answerTo("2002"))
		all := c.SendAll([][]byte{c.Message("ping", "", "2003"), c.Message("ping", "", "2004")})
		last := c.Await(0, time.Second, answerTo("2004"))
		c.Process.CloseStdin()
		return fmt.Sprint(first, heard, cut, whole, all, last, c.Send([]byte("{}")), b.SentInCheck(), c.Requests())
	}},
	{"pieces for a process that has ended", "stdio", "", "rules: [{when: {method: x}, do: [{stderr: \"oh no\\n\"}, {exit: 4}]}]", func(b *Bench) string {
		c, _ := b.OwnSession()
		defer b.Retire(c)
		_, err := c.Call("x", "")
		pieces := c.SendPieces([][]byte{[]byte("{}")}, 2, time.Second)
		return fmt.Sprint(err, pieces, c.Send([]byte("{}")), c.SendAll([][]byte{[]byte("{}")}), c.Alive(), IsLost(err))
	}},
	{"all over HTTP", "http", "", smallServer, func(b *Bench) string {
		c, _ := b.OwnSession()
		defer b.Retire(c)
		err := c.SendAll([][]byte{c.Message("ping", "", "2003"), c.Message("ping", "", "2004")})
		return fmt.Sprint(err, c.Requests(), c.Age().Round(time.Millisecond), len(c.From(0)), b.SharesSessions(), c.Babbles(), c.Spoils("1"))
	}},
	{"what gives texts back", "stdio", "", `
tools:
  - {name: slow, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {echo: true}}
  - {name: cuts, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {text: "mcpsim[{text}"}}
  - {name: gives, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {echo: true}}
rules: [{when: {tool: slow}, do: [{delay: 501ms}]}]`, repeats},
	{"nothing gives texts back", "stdio", "", "tools: [{name: a, inputSchema: {type: object, properties: {n: {type: integer}}}}]", repeats},
	{"only the fifth gives texts back", "stdio", "", `
tools:
  - {name: a, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {text: x}}
  - {name: b, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {text: x}}
  - {name: c, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {text: x}}
  - {name: d, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {text: x}}
  - {name: e, inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}, answer: {echo: true}}`, repeats},
	{"a server that is asked again and again", "stdio", "", "rules: [{when: {method: ping, nth: 3}, do: [{exit: 3}]}]", func(b *Bench) string {
		two, err := b.Endures(2)
		nth, lost := b.Endures(4)
		return fmt.Sprint(two, err, nth, lost, b.SentInCheck())
	}},
	{"aside and beside", "stdio", "", smallServer, func(b *Bench) string {
		failed := errors.New("failed")
		err := b.Aside(func(c *Conn) error { _, _ = c.Call("tools/list", ""); return failed })
		beside := b.Beside(func(c *Conn) error { _, answer := c.Initialize(InitializeParams("2025-06-18")); return answer })
		return fmt.Sprint(err, beside, b.SentInCheck(), b.FirstList(), b.Broken())
	}},
	{"a server that opens one session", "http", "", "rules: [{when: {method: initialize, after: 1}, do: [{error: {code: -32603}}]}]", func(b *Bench) string {
		_, own := b.OwnSession()
		aside := b.Aside(func(*Conn) error { return nil })
		_, session := errors.AsType[*SessionError](aside)
		nth, err := b.Endures(1)
		_, fork := b.Fork()
		return fmt.Sprint(own, "; ", aside, "; ", session, nth, err, "; ", fork, b.FirstList() == "", "; ", b.Plain("ping", "", true), "; ", b.Plain("", "", true))
	}},
	{"an overtaken ping", "stdio", "", "rules: [{when: {method: ping, nth: 1}, do: [never]}, {when: {method: ping, nth: 3}, do: [{delay: 600ms}]}, {when: {method: ping, nth: 4}, do: [never]}, {when: {method: ping, after: 4}, do: [{delay: 300ms}]}]", func(b *Bench) string {
		c, _ := b.OwnSession()
		defer b.Retire(c)
		_, never := c.Call("ping", "")
		at := b.Target.Clock.Now()
		_, late := c.Call("ping", "")
		took := b.Since(at)
		_, slow := c.Call("ping", "")
		return fmt.Sprint(never, b.silence, late, took.Round(time.Millisecond), slow, b.Since(at).Round(time.Millisecond), b.Usual(), len(b.times))
	}},
	{"other ids", "stdio", "", "rules: [{when: {method: a}, do: [{result: {}}, {id: {as: string}}]}, {when: {method: b}, do: [{result: {}}, {id: {as: wrong}}]}, {when: {method: c}, do: [{result: {}}, {id: {as: missing}}]}, {when: {method: d}, do: [{result: {}}, {id: {as: wrong}}, answer, {delay: 249ms}, {result: {}}]}]", func(b *Bench) string {
		c, _ := b.OwnSession()
		defer b.Retire(c)
		out := ""
		for _, method := range []string{"a", "b", "c", "d"} {
			answer, err := c.Call(method, "")
			out += fmt.Sprintln(method, shown(answer.Raw), err, c.Stray(answer))
		}
		return out
	}},
	{"questions are answered", "stdio", "", smallServer, func(b *Bench) string {
		c, _ := b.OwnSession()
		defer b.Retire(c)
		for _, request := range []string{
			`{"id":1,"method":"ping"}`, `{"id":2,"method":"roots/list"}`, `{"id":3,"method":"sampling/createMessage"}`, `{"id":4,"method":"other"}`, `{"id":5,"method":"notifications/x"}`,
			`{"id":6,"method":"elicitation/create"}`, `{"id":7,"method":"elicitation/create","params":{"requestedSchema":{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"boolean"}}}}}`,
			`{"id":8,"method":"elicitation/create","params":{"requestedSchema":{"type":"object","properties":{"b":{"$ref":"#/no"}}}}}`,
		} {
			_ = c.Oblige(ParseFrame([]byte(request)))
			_ = c.Decline(ParseFrame([]byte(strings.Replace(request, `"id":`, `"id":1`, 1))))
		}
		_, err := c.Call("ping", "")
		return fmt.Sprint(err)
	}},
}

func departs(b *Bench) string {
	d, err := b.Departure()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s; by itself %v, by TERM %v%s", d.LeftOpen(), d.ByItself, d.ByTerm, d.After)
}

func alone(b *Bench) string {
	told, err := b.Alone()
	out := fmt.Sprint(err)
	for i, frames := range told {
		for _, f := range frames {
			out += fmt.Sprintf("\n  %d %s", i+1, f.Method())
		}
	}
	return out
}

func changes(b *Bench) string {
	ch, err := b.Changes()
	if err != nil {
		return err.Error()
	}
	out := fmt.Sprintf("%v, over %v, cut %v, changed %v, silenced %q, late %v, again %v missed %v lists %v", ch.None, ch.Over, ch.Cut, ch.Changed, ch.Silenced, ch.Late, ch.Again.Changed, ch.Again.Missed, ch.Again.Lists)
	for _, kind := range []struct {
		name   string
		frames []Frame
	}{{"acks", ch.Acks}, {"during", ch.During}, {"after", ch.After}, {"twin", ch.Twin}, {"second", ch.Second}} {
		out += fmt.Sprintf("\n  %s:", kind.name)
		for _, f := range kind.frames {
			out += " " + f.Method()
		}
	}
	return out
}

func repeats(b *Bench) string {
	c, err := b.OwnSession()
	if err != nil {
		return err.Error()
	}
	defer b.Retire(c)
	r, err := b.Repeater(c)
	if r == nil {
		return fmt.Sprint(err, " none")
	}
	answer, err := c.Call("tools/call", r.Params("again"))
	return fmt.Sprint(r.Text(answer), err)
}

// TestMisdeclared: what is said of capabilities that are no capabilities.
func TestMisdeclared(t *testing.T) {
	for declared, want := range map[string]string{
		`{"capabilities":{"tools":{"listChanged":true},"logging":{},"x":{"a":1}}}`: "",
		`{}`:                                                   "capabilities is absent",
		`{"capabilities":[]}`:                                  `capabilities is "[]"`,
		`{"capabilities":null}`:                                `capabilities is "null"`,
		`{"capabilities":{"Tools":{}}}`:                        `capabilities has Tools instead of tools`,
		`{"capabilities":{"tools":true}}`:                      `the capability tools is "true"`,
		`{"capabilities":{"x":1,"b":2,"a":{}}}`:                `the capability b is "2"`,
		`{"capabilities":{"tools":{"listchanged":true}}}`:      `the capability tools has listchanged instead of listChanged`,
		`{"capabilities":{"resources":{"subscribe":"true"}}}`:  `subscribe of the capability resources is "\"true\""`,
		`{"capabilities":{"prompts":{"listChanged":false}}}`:   "",
		`{"capabilities":{"resources":{"listChanged":null}}}`:  `listChanged of the capability resources is "null"`,
		`{"capabilities":{"completions":{"listChanged":[1]}}}`: `listChanged of the capability completions is "[1]"`,
	} {
		c := &Conn{bench: &Bench{Target: Target{Revision: LatestRevision}}, Init: ParseFrame([]byte(`{"result":` + declared + `}`))}
		if got := c.Misdeclared(); got != want {
			t.Errorf("%s: %s, want %s", declared, got, want)
		}
	}
	for declared, want := range map[string]string{`{}`: "capabilities is absent", `{"capabilities":{}}`: ""} {
		c := &Conn{bench: &Bench{Target: Target{Revision: ModernRevision}}, Init: ParseFrame([]byte(`{"result":` + declared + `}`))}
		if got := c.Misdeclared(); got != want {
			t.Errorf("modern: %s: %s, want %s", declared, got, want)
		}
	}
	declares := &Conn{declared: membersOf(json.RawMessage(`{"a":{ },"b":{"c":true},"d":{"c":"true"}}`))}
	if got := fmt.Sprint(declares.DeclaresEmpty("a"), declares.DeclaresEmpty("b"), declares.DeclaresMember("b", "c"), declares.DeclaresMember("d", "c"), declares.Declares("d"), (*Conn)(nil).Introduces("a")); got != "true false true false true false" {
		t.Error(got)
	}
}
