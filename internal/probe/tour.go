package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// shownItems is how many resources and prompts a tour asks for.
const shownItems = 8

// Tour uses all that the server offers, once for all checks and in a session of its
// own, so that the messages of every kind have come which [Bench.Judge] judges. What
// is answered, or goes wrong, is other checks' business: the error is nil. Without time, and where
// there is no session, it uses nothing.
func (b *Bench) Tour() error {
	if b.refused != nil {
		return nil
	}
	_, err := b.ledger.toured.get(b, func() (struct{}, error) { return struct{}{}, b.tour() })
	return err
}

func (b *Bench) tour() error {
	if b.Spent() != nil {
		return nil
	}
	s, err := b.Survey()
	if err != nil {
		return nil
	}
	c, err := b.OwnSession()
	if err != nil {
		return nil
	}
	defer b.Retire(c)
	if !c.Pushed() && !b.IsModern() {
		c.Listen("")
		c.Listen("")
	}
	t := tour{c}
	begin, mistakes := []func(){t.notices, t.lists}, func() { t.mistakes(s) }
	if b.IsModern() { // a process that hears a notification first may take all for an earlier era
		begin, mistakes = []func(){t.lists, t.notices}, t.modernMistakes
	}
	for _, step := range append(begin, t.resources, t.prompts, func() { t.texts(s) }, t.logged, func() { t.levels(s) }, t.capable, mistakes) {
		if c.Alive() && b.context().Err() == nil {
			step()
		}
	}
	if b.IsModern() {
		_, _ = b.Logging(s)
		_, _ = b.Rounds()
		_, _ = b.Changes()
		return nil
	}
	_, _ = b.Asking()
	return nil
}

// tour is a walk through a server on one connection.
type tour struct{ c *Conn }

// ask sends a request and waits for its answer, if anything can be asked.
func (t tour) ask(method, params string) Frame {
	if !t.c.Alive() || t.c.bench.silence > enoughSilence {
		return Frame{}
	}
	answer, err := t.c.Call(method, params)
	if errors.Is(err, ErrSilent) {
		t.c.bench.silence++
	}
	return answer
}

func (t tour) notices() {
	for _, n := range [][2]string{
		{"notifications/progress", `{"progressToken":"mcpsim-never-given","progress":1}`},
		{"notifications/x-unknown", `{"a":[1,"ü"]}`},
	} {
		_ = t.c.Notify(n[0], n[1])
		t.ask(t.c.bench.Light(), "")
	}
	_ = t.c.Notify(cancelling, `{"requestId":"mcpsim-never-sent"}`)
	t.ask(t.c.bench.Light(), `{"_meta":{"example.com/a":1}}`)
}

func (t tour) lists() {
	for _, l := range Lists() {
		if t.c.Declares(l.Capability) {
			t.ask(l.Method, "")
			t.ask(l.Method, `{"cursor":"mcpsim-no-such-cursor"}`)
		}
	}
}

// items are the first ones of a list.
func (t tour) items(method string) []Item {
	l := Listed(method)
	if _, err := l.Page(t.c, nil); err != nil {
		return nil
	}
	items, _ := l.Items()
	return items[:min(len(items), shownItems)]
}

func (t tour) resources() {
	if !t.c.Declares("resources") {
		return
	}
	for i, item := range t.items("resources/list") {
		params := fmt.Sprintf(`{"uri":%s}`, Encoded(Text(item["uri"])))
		t.ask("resources/read", params)
		if i == 0 && t.c.DeclaresMember("resources", "subscribe") && !t.c.bench.IsModern() {
			t.ask("resources/subscribe", params)
			t.ask("resources/unsubscribe", params)
		}
	}
	t.ask("resources/read", `{"uri":"mcpsim://no/such/resource-ü"}`)
}

func (t tour) prompts() {
	if !t.c.Declares("prompts") {
		return
	}
	for _, item := range t.items("prompts/list") {
		t.prompt(item, "mcpsim-ü-🚀")
	}
	t.ask("prompts/get", `{"name":"mcpsim_no_such_prompt-ü"}`)
}

// prompt asks for a prompt and, where it has arguments, for completions of the first.
func (t tour) prompt(item Item, value string) {
	var declared []struct{ Name string }
	_ = jsonparts.Unmarshal(item["arguments"], &declared)
	given := map[string]string{}
	for _, a := range declared {
		given[a.Name] = value
	}
	arguments, _ := json.Marshal(given)
	t.ask("prompts/get", fmt.Sprintf(`{"name":%s,"arguments":%s}`, Encoded(Text(item["name"])), arguments))
	if len(declared) > 0 && t.c.Declares("completions") {
		t.ask("completion/complete", fmt.Sprintf(`{"ref":{"type":"ref/prompt","name":%s},"argument":{"name":%s,"value":""}}`,
			Encoded(Text(item["name"])), Encoded(declared[0].Name)))
	}
}

// mistakes are requests that a server refuses, and what may make it say more.
func (t tour) mistakes(s *Survey) {
	if t.c.Declares("logging") {
		t.ask("logging/setLevel", `{"level":"info"}`)
	}
	t.ask("x/unknown", `{"a":"ü"}`)
	if t.c.Declares("tools") {
		t.ask("tools/call", `{"name":"mcpsim_no_such_tool-ü","arguments":{}}`)
		t.ask("tools/call", `{}`)
	}
	t.again(s)
	if t.c.Process != nil {
		_ = t.c.Send([]byte(`{"jsonrpc": "2.0", "id": `)) // the last thing: it may end the process
		t.ask(t.c.bench.Light(), "")
	}
	if t.c.Process != nil || t.c.old != nil {
		return
	}
	wrong := "mcpsim-wrong"
	for _, name := range []string{"Mcp-Session-Id", "Mcp-Protocol-Version"} {
		if t.c.Headers(http.MethodPost).Get(name) != "" {
			t.c.Edits = map[string]*string{name: &wrong}
			_ = t.c.Send(Message("ping", "", t.c.NewID()))
			t.c.Edits = nil
		}
	}
}

// streamable are the methods whose requests may be sent again to see their event
// streams, the cheapest first.
var streamable = []string{
	"ping", "tools/list", "resources/list", "prompts/list", "resources/templates/list", "resources/read", "prompts/get", "completion/complete", "tools/call",
}

// noteStreamed takes a request that is answered with an event stream.
func (b *Bench) noteStreamed(sent []Frame) { b.noteParams(&b.ledger.streamed, sent) }

// noteServed is [Bench.noteStreamed] of a request whose result has come on its event stream.
func (b *Bench) noteServed(sent []Frame) { b.noteParams(&b.ledger.served, sent) }

// noteParams keeps the params of the first request of each method.
func (b *Bench) noteParams(at *map[string]json.RawMessage, sent []Frame) {
	if len(sent) != 1 || !slices.Contains(streamable, sent[0].Method()) {
		return
	}
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if *at == nil {
		*at = map[string]json.RawMessage{}
	}
	if _, known := (*at)[sent[0].Method()]; !known {
		(*at)[sent[0].Method()] = slices.Clone(sent[0].Members["params"])
	}
}

// Streamed is a request that the server answers with an event stream; "" = none of
// the whole run was, those of a [Bench.Tour] included. One that has got its result so is
// preferred: another one may be answered with none.
func (b *Bench) Streamed() (method string, params json.RawMessage) {
	find := func() (string, json.RawMessage) {
		b.ledger.mu.Lock()
		defer b.ledger.mu.Unlock()
		for _, m := range streamable {
			if params, known := b.ledger.served[m]; known {
				return m, params
			}
			if params, known := b.ledger.streamed[m]; known {
				return m, params
			}
		}
		return "", nil
	}
	if method, params = find(); method == "" {
		_ = b.Tour() // why it cannot be made is other checks' business
		method, params = find()
	}
	return method, params
}

// StreamsCalls reports whether a call of a tool was answered with an event stream so far.
func (b *Bench) StreamsCalls() bool {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	_, streamed := b.ledger.streamed["tools/call"]
	return streamed
}

// WithToken are params that ask for progress with a token, as JSON; "" = for none, without metadata.
func WithToken(params json.RawMessage, token string) string {
	members := membersOf(params)
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	delete(members, "_meta")
	if token != "" {
		members["_meta"] = json.RawMessage(`{"progressToken":` + token + `}`)
	}
	text, _ := json.Marshal(members)
	return string(text)
}
