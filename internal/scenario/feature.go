package scenario

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// feature writes field.feature: what the clients did as steps, what came as Thens.
func (s *builder) feature(source, summary string) []byte {
	f := &featureWriter{builder: s, over: "stdio"}
	for _, on := range s.c.conns {
		if on.web {
			f.over = "http"
		}
	}
	f.head(source, summary)
	for i, on := range s.c.conns {
		f.connection(i, on)
	}
	return f.b.Bytes()
}

// featureWriter follows the time of the scenario while it writes.
type featureWriter struct {
	*builder
	b       bytes.Buffer
	over    string
	keyword string // of the last step

	now    time.Duration // of the scenario
	sent   int           // requests so far, as the steps number them
	heard  int           // notifications of this transport
	began  map[*moment]time.Duration
	number map[*moment]int
	shown  map[string]bool // answers, by what they answer
}

func (f *featureWriter) head(source, summary string) {
	fmt.Fprintf(&f.b, "@virtual\nFeature: What %s tells\n", oneLine(source))
	f.b.WriteString("  The client does what the recorded one did, the server is that of server.yaml.\n")
	f.b.WriteString("  Edit both at will: mcpsim steps lists what can be said here.\n\n")
	f.b.WriteString("  @X-01\n  Rule: The server answers as the recorded one did\n\n")
	fmt.Fprintf(&f.b, "    Example: %s\n", summary)
	f.step("Given", `server "field" over %s with the script in "server.yaml"`, f.over)
	f.step("Given", `server "field" has a timeout of 0s`)
	f.began, f.number = map[*moment]time.Duration{}, map[*moment]int{}
	f.shown = map[string]bool{}
}

// oneLine is a text for a line of a feature.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// step writes a step.
func (f *featureWriter) step(keyword, format string, args ...any) {
	word := keyword
	if keyword == f.keyword {
		word = "And"
	}
	f.keyword = keyword
	fmt.Fprintf(&f.b, "      %s %s\n", word, fmt.Sprintf(format, args...))
}

// doc writes the text below a step.
func (f *featureWriter) doc(value json.RawMessage) {
	text := strings.ReplaceAll(pretty(value, ""), `\"\"\"`, `\u0022\u0022\u0022`) // which Gherkin would read as three quotes
	fmt.Fprintf(&f.b, "        \"\"\"json\n        %s\n        \"\"\"\n", strings.ReplaceAll(text, "\n", "\n        "))
}

// deepestLines is how many levels of JSON have lines of their own. Indentation alone would be hundreds of
// megabytes where somebody has sent thousands of levels.
const deepestLines = 20

// pretty is JSON of which what is long is on several lines.
func pretty(value json.RawMessage, indent string) string {
	var compact bytes.Buffer
	if json.Compact(&compact, value) != nil || compact.Len() <= flowWidth || len(indent) >= deepestLines*len("  ") || value[0] != '{' && value[0] != '[' {
		return compact.String()
	}
	var parts []string
	inner := indent + "  "
	if value[0] == '[' {
		for element := range jsonparts.Elements(value) {
			parts = append(parts, inner+pretty(element, inner))
		}
		return "[\n" + strings.Join(parts, ",\n") + "\n" + indent + "]"
	}
	for name, member := range jsonparts.Members(value) {
		parts = append(parts, inner+string(encode(string(name)))+": "+pretty(member, inner))
	}
	return "{\n" + strings.Join(parts, ",\n") + "\n" + indent + "}"
}

// pass lets time pass until a moment of the scenario.
func (f *featureWriter) pass(until time.Duration) {
	if wait := until - f.now; wait > 0 {
		wait = (wait + time.Millisecond - 1).Truncate(time.Millisecond)
		f.step("When", "%s pass", wait)
		f.now += wait
	}
}

// entry is what a connection's part of the scenario is written from.
type entry struct {
	at  time.Duration
	m   *moment // that begins
	out *output // of m
	n   int     // of out
	end bool    // the client has closed the connection
}

// connection writes what happened on one connection.
func (f *featureWriter) connection(i int, on *conn) {
	if i == 0 {
		f.step("Given", `a connected transport to server "field"`)
	} else {
		f.step("When", `a new transport to server "field" connects`)
	}
	f.heard = 0
	var entries []entry
	for _, m := range f.moments {
		if m.conn != on {
			continue
		}
		entries = append(entries, entry{at: m.at, m: m, end: m.phase == closing})
		for n, out := range m.outputs {
			entries = append(entries, entry{at: out.at, m: m, out: out, n: n})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.at, b.at) })
	last, over, gone := on.events[0].at, false, false
	for _, e := range entries {
		over = over || e.end
		gone = gone || e.out != nil && e.out.kind == exited
		switch {
		case e.out != nil && !over:
			f.output(e)
		case e.out == nil:
			if think := e.at - last; f.times && think > least {
				f.pass(f.now + think)
			}
			f.act(e)
		}
		last = e.at
	}
	for _, e := range entries {
		if e.out == nil && f.number[e.m] > 0 && e.m.waits() && !over && !gone {
			f.step("Then", "request %d is pending", f.number[e.m])
		}
	}
}

// waits reports whether a moment is a request that nothing has become of.
func (m *moment) waits() bool {
	return m.event.request() && !m.answered && !m.cancelled && m.status == nil && !m.broken
}

// act is what the client does.
func (f *featureWriter) act(e entry) {
	m := e.m
	f.began[m] = f.now
	switch {
	case e.end:
		f.step("When", "the transport is closed")
	case m.verb == "DELETE":
		f.step("When", "the transport is closed")
	case m.verb == "GET":
		f.step("When", "the transport opens its background stream")
	case m.event == nil || m.event.kind != said:
	default:
		f.sent++
		f.number[m] = f.sent
		kind := "notification"
		if m.event.request() {
			kind = "request"
		}
		if params := m.event.Params; params == nil {
			f.step("When", "the %s %q is sent", kind, oneLine(m.event.Method))
		} else {
			f.step("When", "the %s %q is sent with:", kind, oneLine(m.event.Method))
			f.doc(params)
		}
		if m.status != nil && m.event.request() {
			f.step("Then", `request %d fails with a text that begins with "HTTP %d"`, f.sent, m.status.code)
		}
	}
}

// output is what came of it.
func (f *featureWriter) output(e entry) {
	out := e.out
	if e.n < len(e.m.dues) {
		f.pass(f.began[e.m] + e.m.dues[e.n])
	}
	switch {
	case out.kind == exited:
		f.step("Then", "the transport is not connected")
	case out.kind != said || out.again: // no step speaks of it
	case out.answer():
		f.answer(e.m, out)
	case out.request():
		f.lost.add("what the client answered to requests of the server: the transport of the feature answers with their method")
	default:
		f.heard++
		f.step("Then", "notification %d of the transport is:", f.heard)
		list := []member{{"method", encode(out.Method)}}
		if out.Params != nil {
			list = append(list, member{"params", out.Params})
		}
		f.doc(object(list))
	}
}

// answer expects an answer. The same one to the same request is shown once.
func (f *featureWriter) answer(m *moment, out *output) {
	n := f.number[m]
	if out.Error == nil {
		key := string(object(f.conditions(m))) + canonical(out.Result)
		if f.shown[key] {
			f.step("Then", "request %d succeeds", n)
			return
		}
		f.shown[key] = true
		f.step("Then", "request %d succeeds with:", n)
		f.doc(out.Result)
		return
	}
	parts := members(out.Error)
	text := fmt.Sprintf("MCP error %s: %s", parts["code"], textOf(parts["message"], ""))
	if at := strings.IndexFunc(text, unicode.IsControl); at >= 0 {
		f.step("Then", `request %d fails with a text that begins with "%s"`, n, strings.TrimSpace(text[:at]))
		return
	}
	f.step("Then", `request %d fails with "%s"`, n, text)
}
