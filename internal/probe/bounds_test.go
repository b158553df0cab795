package probe

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// TestBoundActs: what is read of lists, asked of servers and waited for, at both sides of each
// bound.
func TestBoundActs(t *testing.T) { writeActs(t, boundActs, "acts-bounds.golden") }

// whereabouts says where a server was found, and which checks can be made of it.
func whereabouts(b *Bench) string {
	return fmt.Sprint(b.Redirect(), b.Target.URL, b.Refused(), b.NotApplicable(nil), b.NotApplicable([]string{"@http"}), "; ", b.NotApplicable([]string{"@http", "@sse"}), "; ", b.NotApplicable([]string{ModernTag}))
}

// listing reads tools/list once and says what it is.
func listing(b *Bench) string {
	c, err := b.Session()
	if err != nil {
		return err.Error()
	}
	items, all := c.ListAll("tools/list")
	_, whole := c.ListWhole("tools/list")
	return fmt.Sprintf("%d items, %v; whole: %v", len(items), all, whole)
}

var boundActs = []act{
	{"a cursor of 64 KiB", "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list, nth: 1}, do: [{cursor: " + strings.Repeat("c", maxCursor-2) + "}]}]", func(b *Bench) string {
		c, _ := b.Session()
		next, err := Listed("tools/list").Page(c, nil)
		return fmt.Sprint(len(next), err)
	}},
	{"a longer cursor", "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list}, do: [{cursor: " + strings.Repeat("c", maxCursor-1) + "}]}]", listing},
	{"pages of 8 MiB", "stdio", "", "tools: [a, b]\npageSize: 1\nrules: [{when: {method: tools/list}, do: [{pad: {to: 4194304}}]}]", listing},
	{"pages of more", "stdio", "", "tools: [a, b]\npageSize: 1\nrules: [{when: {method: tools/list}, do: [{pad: {to: 4194305}}]}]", listing},
	{"a cursor that comes twice", "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list}, do: [{cursor: again}]}]", listing},
	{"a second page without items", "stdio", "", "tools: [a, b]\npageSize: 1\nrules: [{when: {method: tools/list, every: 2}, do: [{result: {tools: null}}]}]", listing},
	{"a first page without items", "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list}, do: [{result: {tools: {}}}]}]", listing},
	{"an empty cursor", "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list}, do: [{patch: {nextCursor: ''}}]}]", listing},
	{"an empty cursor of a modern server", "stdio", ModernRevision, "era: modern\ntools: [a]\nrules: [{when: {method: tools/list, nth: 1}, do: [{patch: {nextCursor: ''}}]}]", listing},
	{"a list that is refused", "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list}, do: [{error: {code: -32601}}]}]", listing},
	{"four redirects", "http", "", "rules: [{when: {method: initialize, first: 4}, do: [{status: {code: 307, headers: {Location: /mcp}}}]}]", whereabouts},
	{"five redirects", "http", "", "rules: [{when: {method: initialize, first: 5}, do: [{status: {code: 308, headers: {Location: /mcp}}}]}]", whereabouts},
	{"six redirects", "http", "", "rules: [{when: {method: initialize, first: 6}, do: [{status: {code: 307, headers: {Location: /mcp}}}]}]", whereabouts},
	{"a redirect to nowhere", "http", "", "rules: [{when: {method: initialize, first: 1}, do: [{status: {code: 307, headers: {Location: 'http://[x'}}}]}]", whereabouts},
	{"a redirect that changes the method", "http", "", "rules: [{when: {method: initialize, first: 1}, do: [{status: {code: 302, headers: {Location: /mcp}}}]}]", whereabouts},
	{"an old server", "http", "", "http: {legacy: {path: /mcp}}\ntools: [a]", func(b *Bench) string {
		return fmt.Sprint(b.NotApplicable(nil), b.NotApplicable([]string{"@http", "@sse"}), "; ", b.NotApplicable([]string{"@http"}), "; ", b.Hears(), b.Ready())
	}},
	{"a session that is forgotten", "http", "", "rules: [{when: {method: notifications/initialized}, do: [{status: 404}]}, {when: {method: ping}, do: [{error: {code: -32001}}, {status: {code: 404, answer: true}}]}]", func(b *Bench) string { return fmt.Sprint(b.Refused(), "; ", b.Ready()) }},
	{"a handshake whose end is refused", "http", "", "rules: [{when: {method: notifications/initialized}, do: [{status: 400}]}]", func(b *Bench) string { return fmt.Sprint(b.Refused(), b.Ready()) }},
	{"no revision", "stdio", "", "rules: [{when: {method: initialize}, do: [{patch: {protocolVersion: null}}]}]", func(b *Bench) string { return fmt.Sprint(b.Refused(), "; ", b.Ready()) }},
	{"a body without an end", "http", "", "rules: [{when: {method: notifications/x}, do: [{status: {code: 202}}, {delay: 30s}]}]", func(b *Bench) string {
		c, _ := b.Session()
		_ = c.Notify("notifications/x", "")
		return fmt.Sprint(c.Reply.Status, c.Reply.Err)
	}},
	{"polling that goes on", "http", "", "tools: [{name: slow}]\nrules: [{when: {tool: slow}, do: [{sse: {events: [{id: a, data: \"\", retry: 900ms}], end: eof}}]}, {when: {verb: GET}, do: [{sse: {events: [{id: b, data: \"\"}], end: eof}}]}]\nhttp: {resume: true}", func(b *Bench) string {
		c, _ := b.Session()
		_, err := c.Call("tools/call", `{"name":"slow"}`)
		return fmt.Sprint(err)
	}},
	{"answers at the bounds of patience", "stdio", "", "rules: [{when: {method: a}, do: [{delay: 1999ms}]}, {when: {method: b}, do: [{delay: 2001ms}]}, {when: {method: tools/list}, do: [{delay: 123ms}]}]", func(b *Bench) string {
		c, _ := b.Session()
		out := fmt.Sprint(b.Usual(), c.Patience())
		for _, method := range []string{"a", "b", "tools/list", "b", "b", "ping"} {
			_, err := c.Call(method, "")
			out += fmt.Sprintf("\n  %s: %v, patience %s, usual %s, slowest %s", method, err, c.Patience(), b.Usual().Round(time.Millisecond), b.slowest.Round(time.Millisecond))
		}
		return out
	}},
}

// TestManyItems: more items than are judged, on however many pages, are no finding.
func TestManyItems(t *testing.T) {
	page := func(n int) Frame {
		return ParseFrame([]byte(`{"id":1,"result":{"tools":[` + strings.TrimSuffix(strings.Repeat("{},", n), ",") + `]}}`))
	}
	l := Listed("tools/list")
	l.Pages = []Frame{page(maxItems - 1), page(1)}
	if items, err := l.Items(); err != nil || len(items) != maxItems {
		t.Errorf("%d items, %v", len(items), err)
	}
	l.Pages = append(l.Pages, page(1))
	if _, err := l.Items(); err == nil || err.Error() != "tools/list has more than 10000 items, which are not judged" {
		t.Error(err)
	}
	explored(t, "stdio", "", "tools: [a]\nrules: [{when: {method: tools/list}, do: [{cursor: \"<n>\"}]}]", func(b *Bench, _ *heard) {
		if got := listing(b); got != "0 items, tools/list has more than 1000 pages; whole: tools/list has more than 1000 pages" || b.Cost().Messages != 2002 {
			t.Error(got, b.Cost())
		}
	})
	if l := Listed("x/list"); l.Method != "x/list" || l.Capability != "" || l.Optional() {
		t.Error(l)
	}
}

// TestTimes: the median of the first thousand answers, and what is left of the patience with a
// server that is silent.
func TestTimes(t *testing.T) {
	b := &Bench{Target: Target{Timeout: 30 * time.Second}}
	for i := range maxTimes + 1 {
		b.timed("ping", time.Hour)
		b.timed("tools/call", time.Hour)
		b.timed("tools/list", time.Duration(maxTimes-i)*time.Millisecond)
	}
	if len(b.times) != 1000 || b.Usual() != 500*time.Millisecond {
		t.Errorf("%d times, %s", len(b.times), b.Usual())
	}
	for _, c := range []struct {
		silence       int
		slowest, want time.Duration
	}{{0, 0, 30 * time.Second}, {1, 0, 30 * time.Second}, {2, 0, time.Second}, {2, 104 * time.Millisecond, time.Second}, {2, 105 * time.Millisecond, 1100 * time.Millisecond}, {9, 4 * time.Second, 30 * time.Second}} {
		if b.silence, b.slowest = c.silence, c.slowest; b.patience() != c.want {
			t.Errorf("after %d silences and %s: %s, want %s", c.silence, c.slowest, b.patience(), c.want)
		}
	}
}

// TestStops: a server that stops its own processes is not started for ever.
func TestStops(t *testing.T) {
	b := &Bench{ledger: &ledger{}, ctx: t.Context()}
	for stops, want := range []string{"<nil> []", "<nil> [" + stoppedTimes(1) + "]", "<nil> [" + stoppedTimes(2) + "]", stoppedTimes(3) + ": no more are started [" + stoppedTimes(3) + "]"} {
		if b.stops = stops; fmt.Sprint(b.Spent(), " ", b.Remarks()) != want {
			t.Errorf("%d stops: %v %v, want %s", stops, b.Spent(), b.Remarks(), want)
		}
	}
	ctx, end := within(t.Context(), clock.Real(), 0, "it is late")
	defer end()
	<-ctx.Done()
	late := &Bench{ledger: &ledger{}, ctx: ctx}
	if got := fmt.Sprint(late.Spent(), " ", late.Remarks()); got != "it is late [it is late]" {
		t.Error(got)
	}
	if ended := (&UnreachableError{Reason: "gone", Stderr: "oh no"}).Error(); ended != "gone\nits stderr ends with:\noh no" || errors.Unwrap(&SessionError{ErrEnded}) != ErrEnded {
		t.Error(ended)
	}
}

func stoppedTimes(n int) string {
	return fmt.Sprintf("the server has stopped its own process %d times (state T, as after SIGSTOP)", n)
}
