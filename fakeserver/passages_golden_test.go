package fakeserver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// wayfarer is an answer on its way, which writes down what an action wants of it.
type wayfarer struct {
	*page
	text  string
	style fakeserver.Style
}

func (w *wayfarer) note(format string, args ...any) bool {
	fmt.Fprintf(w.page, "  "+format+"\n", args...)
	return true
}

func (w *wayfarer) Pause(d time.Duration)           { w.note("waits %s", d) }
func (w *wayfarer) Hold(label string)               { w.note("held as %q", label) }
func (w *wayfarer) Behind(answers int)              { w.note("behind %d", answers) }
func (w *wayfarer) Send()                           { w.note("sent") }
func (w *wayfarer) Keep()                           { w.note("kept") }
func (w *wayfarer) Repeat(times int)                { w.note("%d times more", times) }
func (w *wayfarer) Edit(change func([]byte) []byte) { w.note("becomes %s", change([]byte(w.text))) }
func (w *wayfarer) Reply(text func(json.RawMessage) []byte) {
	w.note("answered %s", text(json.RawMessage("7")))
}
func (w *wayfarer) Tear(at int) bool                   { return w.note("torn at %d", at) }
func (w *wayfarer) Style() *fakeserver.Style           { return &w.style }
func (w *wayfarer) Answered() json.RawMessage          { return json.RawMessage("6") }
func (w *wayfarer) Raw(text []byte)                    { w.note("raw %q", text) }
func (w *wayfarer) Emit(text []byte)                   { w.note("emitted %s", text) }
func (w *wayfarer) State(name string)                  { w.note("state %q", name) }
func (w *wayfarer) Stderr(text []byte) bool            { return w.note("stderr %q", text) }
func (w *wayfarer) Exit(code int) bool                 { return w.note("exit %d", code) }
func (w *wayfarer) Headers(set map[string]string) bool { return w.note("headers %v", set) }
func (w *wayfarer) Cut(at int) bool                    { return w.note("cut at %d", at) }
func (w *wayfarer) CutEvent(n int, how string) bool    { return w.note("%s behind event %d", how, n) }
func (w *wayfarer) Encode(as, declare string, cut int) bool {
	return w.note("encoded %s as %s, cut %d", as, declare, cut)
}
func (w *wayfarer) End(how string) bool { return w.note("ended %s", how) }
func (w *wayfarer) Status(code int, set map[string]string, body []byte, answer bool) bool {
	return w.note("status %d %v %q %v", code, set, body, answer)
}

// TestPassagePages: what each action does to an answer, a question and an error of others on
// their way, or why it cannot.
func TestPassagePages(t *testing.T) {
	var p page
	messages := []string{`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"a"}],"x":1}}`, `{"jsonrpc":"2.0","id":"q","method":"a/b","params":{"x":1}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m"}}`}
	for _, do := range append(bare(), append(doing, "encode: gzip", "encode: {as: br, declare: gzip, cut: 3}", "sse: {cut: 2, end: eof}", "notify: {method: a}", "hold: {label: b}")...) {
		p.title("%s", do)
		rules, err := fakeserver.Origin{File: "r.yaml"}.ParseRules([]byte("[{do: [" + do + "]}]"))
		set := fakeserver.NewRuleSet(nil)
		if err == nil {
			_, err = set.Add(rules[0])
		}
		if err != nil {
			fmt.Fprintf(&p, "  %s\n", err)
			continue
		}
		for _, text := range messages {
			for _, act := range set.Meet(fakeserver.Moment{Method: "tools/call", Transport: "http"}) {
				w := &wayfarer{page: &p, text: text}
				if !act.Do(w) {
					w.note("%s means nothing", act.Name)
				}
				if pieces, gap := w.style.Pieces(w.style.Line([]byte(text))); w.style.Framed() || len(pieces) > 1 {
					w.note("written %q, %s apart; as a body %q", pieces, gap, w.style.Body([]byte(text)))
				}
			}
		}
	}
	golden.Assert(t, p.String(), "passages.golden")
	for _, name := range fakeserver.Actions() { // a proxy that does not refuse an action can do it
		assert.Check(t, strings.Contains(p.String(), "== "+name), "%s is in no case", name)
	}
}
