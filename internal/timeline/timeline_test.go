package timeline_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/timeline"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// at is an event of a trace, some milliseconds after its beginning.
func at(ms int, e event.Event) reports.Event {
	e.At = begin.Add(time.Duration(ms) * time.Millisecond)
	return reports.Event{Event: e}
}

func wire(kind event.Kind, conn int, id, raw string) event.Event {
	return event.Event{Actor: "docs.server", Kind: kind, Server: "docs", Conn: conn, ID: id, Name: "tools/call", Raw: raw}
}

const (
	call   = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search"}}`
	answer = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
)

func trace(events ...reports.Event) reports.Trace {
	return reports.Trace{Header: reports.TraceHeader{World: "virtual", Begin: begin, Scenario: reports.TraceScenario{URI: "a.feature", Line: 3, Rule: "It holds", Name: "one"}}, Events: events}
}

// heads are the events of a story, one per line: who, to whom, what.
func heads(s timeline.Story) []string {
	var out []string
	for _, e := range s.Events {
		line := s.Lanes[e.Lane].Name
		if e.Towards != 0 {
			line += " to " + s.Lanes[e.Towards-1].Name
		}
		out = append(out, line+": "+strings.TrimSpace(e.Mark+" "+e.Head))
	}
	return out
}

// A request points at its answer, and what was sent at where the client saw it.
func TestTraceJoinsWhatBelongsTogether(t *testing.T) {
	s := timeline.FromTrace(trace(
		at(0, event.Event{Actor: "step", Kind: reports.StepStart, Text: "When it starts"}),
		at(1, wire("wire.received", 1, "7", call)),
		at(2, event.Event{Actor: "docs.server", Kind: "server.fault", Server: "docs", Conn: 1, Name: "tools/call", Text: "delay"}),
		at(3, wire("wire.sent", 1, "7", answer+"\n")),
		at(4, wire("wire.sent", 1, "8", `{"jsonrpc":"2.0","id":8,"error":{"code":-32603,"message":"no"}}`)),
		at(5, event.Event{Actor: ".wire/docs/1", Kind: "wire.arrived", Server: "docs", Conn: 1, N: 30, Raw: answer[:30]}),
		at(6, event.Event{Actor: ".wire/docs/1", Kind: "wire.arrived", Server: "docs", Conn: 1, N: 20, Raw: answer[30:] + "\n"}),
		at(7, wire("wire.received", 2, "9", call[:40])),
		at(8, event.Event{Actor: "step", Kind: reports.StepFail, Text: `Then server "docs" is fine`, Err: "it is not\nwant x"}),
	))
	assert.DeepEqual(t, heads(s), []string{
		"scenario: When it starts",
		"runtime to docs · 1: tools/call #7 · search",
		"docs · 1: fault tools/call delay",
		"docs · 1 to runtime: answer to tools/call #7",
		"docs · 1 to runtime: warn error for tools/call #8 · -32603 no",
		"runtime: 30 bytes from docs",
		"runtime: sees answer to tools/call #7",
		"runtime to docs · 2: tools/call #7",
		"scenario: fail Then server \"docs\" is fine",
	})
	assert.Equal(t, s.Events[1].Pair, 4)
	assert.Equal(t, s.Events[3].Pair, 2)
	assert.Equal(t, s.Events[3].Seen, 7, "it was complete with the second read")
	assert.Equal(t, s.Events[6].Seen, 4)
	assert.Equal(t, s.Events[4].Seen, 0, "it never arrived")
	assert.Check(t, s.Events[7].Asks && s.Events[7].Pair == 0, "a copy that is cut")
	assert.Equal(t, s.Failure, 9)
	assert.DeepEqual(t, s.Causes, []int{5, 3})
	assert.Equal(t, s.Problem, "Then server \"docs\" is fine\nit is not\nwant x")
	assert.Equal(t, s.Verdict, "failed")
}

// What a body of HTTP is cut into does not hide what was in it.
func TestTraceSeesThroughChunks(t *testing.T) {
	s := timeline.FromTrace(trace(
		at(0, wire("wire.sent", 1, "7", answer)),
		at(1, event.Event{Actor: ".wire/docs/4", Kind: "wire.arrived", Server: "docs", Conn: 4, N: 90, Raw: "HTTP/1.1 200 OK\r\n\r\n14\r\n" + answer[:20] + "\r\n1a\r\n" + answer[20:] + "\r\n0\r\n\r\n"}),
	))
	assert.Equal(t, s.Events[0].Seen, 2)
}

// With more connections than fit each server has one column.
func TestTraceOfManyConnections(t *testing.T) {
	var events []reports.Event
	for i := range 40 {
		events = append(events, at(i, wire("wire.received", i+1, "7", call)))
	}
	assert.Equal(t, len(timeline.FromTrace(trace(events...)).Lanes), 2)
	assert.Equal(t, len(timeline.FromTrace(trace(events[:5]...)).Lanes), 6)
	assert.Equal(t, timeline.FromTrace(trace(events[:1]...)).Lanes[1].Name, "docs")
}

// A check has a client and a server.
func TestTraceOfACheck(t *testing.T) {
	tr := trace(
		at(0, event.Event{Actor: "step", Kind: reports.StepStart, Text: "Given a session"}),
		at(1, event.Event{Actor: "client", Kind: "http.request", Name: "POST", Raw: call}),
		at(2, event.Event{Actor: "server", Kind: "http.answer", N: 200, Text: "text/html", Raw: "<b>"}),
		at(3, event.Event{Actor: "server", Kind: "received", Raw: answer}),
	)
	tr.Header.World = "target"
	s := timeline.FromTrace(tr)
	assert.DeepEqual(t, heads(s), []string{
		"check: Given a session", "client to server: tools/call #7 · search",
		"server to client: 200 text/html <b>", "server to client: answer to tools/call #7",
	})
	assert.Equal(t, s.Events[1].Pair, 4)
}

// Chunks become messages again, on pipes and over HTTP.
func TestRecordingIsPutTogether(t *testing.T) {
	chunk := func(conn, exchange int, from, data string) recording.Entry {
		return recording.Entry{At: begin, Kind: recording.Chunk, Conn: conn, Exchange: exchange, From: from, Data: []byte(data)}
	}
	sse := http.Header{"Content-Type": {"text/event-stream"}}
	s := timeline.FromRecording("r.jsonl", []recording.Entry{
		{At: begin, Kind: recording.Open, Conn: 1, Text: "./server"},
		chunk(1, 0, recording.Client, call[:10]), chunk(1, 0, recording.Client, call[10:]+"\n"),
		{At: begin, Kind: recording.Act, Conn: 1, Text: "delay 2s", Place: "f.yaml:3"},
		chunk(1, 0, recording.Server, answer+"\n\xff\xfe\n"),
		chunk(1, 0, recording.Stderr, "oops\n"),
		{At: begin, Kind: recording.Exit, Conn: 1, Code: 3},
		{At: begin, Kind: recording.Request, Conn: 2, Exchange: 1, Verb: "POST", URL: "http://h/mcp"},
		chunk(2, 1, recording.Client, call),
		{At: begin, Kind: recording.Response, Conn: 2, Exchange: 1, Status: 200, Header: sse},
		chunk(2, 1, recording.Server, "id: 1\r\ndata: "+answer+"\r\n\r"), chunk(2, 1, recording.Server, "\nda"),
		{At: begin, Kind: recording.End, Conn: 2, Exchange: 1, From: recording.Server, Text: "reset"},
		chunk(1, 0, recording.Server, "no end"),
	})
	assert.DeepEqual(t, heads(s), []string{
		"server · 1: ./server",
		"client to server · 1: tools/call #7 · search",
		"server · 1: fault delay 2s  f.yaml:3",
		"server · 1 to client: answer to tools/call #7",
		"server · 1 to client: \uFFFD\uFFFD",
		"server · 1: oops",
		"server · 1: warn code 3",
		"client to server · 2: POST http://h/mcp",
		"client to server · 2: tools/call #7 · search",
		"server · 2 to client: 200 OK",
		"server · 2 to client: answer to tools/call #7",
		"server · 2 to client: da",
		"server · 2: warn reset",
		"server · 1 to client: no end",
	})
	assert.Equal(t, s.Events[1].Pair, 4)
	assert.Equal(t, s.Events[8].Pair, 11)
	assert.Equal(t, string(s.Events[4].Base64), "\xff\xfe")
}

// page is a page as text, and its data.
func page(t *testing.T, first timeline.Story, other ...timeline.Story) (text string, data struct {
	Stories []timeline.Story
	First   int
}) {
	t.Helper()
	var out strings.Builder
	assert.NilError(t, timeline.Write(&out, timeline.Options{}, first, other...))
	found := regexp.MustCompile(`(?s)<script type="application/json" id="stories">(.*?)</script>`).FindStringSubmatch(out.String())
	assert.Equal(t, len(found), 2)
	assert.NilError(t, json.Unmarshal([]byte(found[1]), &data))
	return out.String(), data
}

// Whatever was said is data: it ends no element, and nothing in the file is hidden.
func TestPageHoldsHostileTextAsData(t *testing.T) {
	const hostile = "</script><!--<script>\u202e\x00\x1b]0;x\a\u2028'\"`${x}{{.}}"
	s := timeline.FromTrace(trace(
		at(0, event.Event{Actor: hostile, Kind: event.Kind(hostile), Server: hostile, Name: hostile, Text: hostile, Err: hostile, Raw: hostile}),
		at(1, wire("wire.sent", 1, hostile, "\xff\x00")),
	))
	s.Title, s.Problem = hostile, hostile
	text, data := page(t, s)
	assert.Equal(t, strings.Count(text, "<script"), 2)
	assert.Equal(t, strings.IndexFunc(text, func(r rune) bool { return words.Hidden(r) && r != '\n' }), -1)
	assert.Equal(t, data.Stories[0].Events[0].Raw, hostile)
	assert.Equal(t, string(data.Stories[0].Events[1].Base64), "\xff\x00")
	assert.Check(t, is.Contains(text, "default-src &#39;none&#39;; script-src &#39;sha256-"))
	assert.Check(t, !regexp.MustCompile(`(?i)(src|href)="?https?:|@import|url\(`).MatchString(text), "nothing is fetched")
}

// Two runs are compared without what is different in every run.
func TestPageOfTwoRuns(t *testing.T) {
	renamed := strings.NewReplacer(`"id":7`, `"id":1234`)
	one := timeline.FromTrace(trace(at(0, wire("wire.received", 1, "7", call)), at(1, wire("wire.sent", 1, "7", answer))))
	same := timeline.FromTrace(trace(at(0, wire("wire.received", 1, "1234", renamed.Replace(call))), at(1, wire("wire.sent", 1, "1234", renamed.Replace(answer)))))
	_, data := page(t, one, same)
	assert.Equal(t, data.First, -1)
	late := timeline.FromTrace(trace(at(0, wire("wire.received", 1, "7", call)), at(5, wire("wire.sent", 1, "7", answer)), at(6, event.Event{Actor: "x", Kind: "y"})))
	_, data = page(t, one, late)
	assert.Equal(t, data.First, 1)
	assert.Check(t, !data.Stories[1].Events[0].Differs && data.Stories[1].Events[1].Differs && data.Stories[1].Events[2].Differs)
	short := timeline.FromTrace(trace(at(0, wire("wire.received", 1, "7", call))))
	_, data = page(t, one, short)
	assert.Equal(t, data.First, 1)
}

// All results are on the page: what failed first, with its page, and passes, too.
func TestIndex(t *testing.T) {
	results := []reports.Result{
		{URI: "a.feature", Line: 4, Name: "fine", Verdict: reports.Passed, Rule: reports.Rule{Name: "It holds", Line: 2, IDs: []string{"X-01"}}, Reproduce: "mcpsim run a.feature:4"},
		{URI: "a?.feature", Line: 9, Name: "<b>\u202e", Verdict: reports.Failed, Error: "</pre><script>", Rule: reports.Rule{Name: "It breaks", Line: 7, IDs: []string{"X-02"}}},
	}
	var out strings.Builder
	assert.NilError(t, timeline.WriteIndex(&out, timeline.Index{
		Title: "mcpsim run", Run: reports.Run{World: "virtual"}, Results: results, Promises: []timeline.Promise{{ID: "X-01", Text: "holds", State: reports.Passing}},
		Page: func(r reports.Result) string {
			if r.Verdict == reports.Failed {
				return "a?.feature/9.html"
			}
			return ""
		},
	}))
	text := out.String()
	assert.Equal(t, strings.Count(text, "<script"), 1)
	assert.Check(t, is.Contains(text, `href="./a%3F.feature/9.html"`))
	assert.Check(t, is.Contains(text, `&lt;b&gt;\u202e`))
	assert.Check(t, is.Contains(text, "mcpsim run a.feature:4"))
	assert.Check(t, strings.Index(text, "It breaks") < strings.Index(text, "It holds"))
	assert.ErrorContains(t, timeline.WriteIndex(full{}, timeline.Index{Page: func(reports.Result) string { return "" }}), "full")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// Nothing that can be in a file makes the page fail.
func FuzzTrace(f *testing.F) {
	f.Add("wire.sent", call, "docs", uint8(1))
	f.Add("wire.arrived", answer, "", uint8(0))
	f.Fuzz(func(t *testing.T, kind, raw, server string, conn uint8) {
		e := event.Event{Actor: "a", Kind: event.Kind(kind), Server: server, Conn: int(conn), Raw: raw}
		page(t, timeline.FromTrace(trace(at(0, e), at(1, wire("wire.sent", 1, "7", raw)), at(2, wire("wire.arrived", 1, "", raw)))))
	})
}

// A line that comes in many pieces takes time in proportion, and of very many messages a page
// has the beginnings.
func TestRecordingInManyPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	pieces := make([]recording.Entry, 400_000)
	for i := range pieces {
		pieces[i] = recording.Entry{At: begin, Kind: recording.Chunk, Conn: 1, From: recording.Server, Data: []byte(strings.Repeat("x", 300))}
	}
	judgetest.Twice(t, func(problem func(string, ...any)) {
		start := time.Now()
		assert.Equal(t, len(timeline.FromRecording("r", pieces).Events), 8, "120 MB in parts of 16 MB")
		if took := time.Since(start); took > 30*time.Second {
			problem("it took %s", took)
		}
	})
	var many []recording.Entry
	for range 3000 {
		many = append(many, recording.Entry{At: begin, Kind: recording.Chunk, Conn: 1, From: recording.Server, Data: []byte(strings.Repeat("x", 60<<10) + "\n")})
	}
	bytes := 0
	for _, e := range timeline.FromRecording("r", many).Events {
		bytes += len(e.Raw)
	}
	assert.Check(t, bytes > 60<<20 && bytes < 70<<20, "%d", bytes)
}
