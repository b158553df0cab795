package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// A recording is a run as text, a line for each entry of the journal, 10 ms apart:
//
//	> {…}  < {…}             a message of the client, of the server
//	raw TEXT  fault ACTION METHOD   bytes of the client that are no message, in which \r is a CR; what a rule did
//	POST /mcp Name: value;   the head of a request, with any headers; "POST" alone has those of
//	                         a session, and what follows comes with it
//	hello                    the lines of a handshake
//	200 Name: value;         that of an answer
//	gone POST ID             the client left the answer to a request
//	stream open  eof         what the journal calls so; with a text behind it, its id, or the
//	session minted ID        code of exit
//	login {…}                a visit to an endpoint of a login
//	conn 2  stdio  +2s       from here on another connection, the other transport, later
//	ended                    the client ended by itself, with a code if one is behind it
func recording(text string) *tape {
	at := time.Unix(1_000_000, 0)
	out := &tape{begin: at, modern: strings.Contains(text, clientcheck.MetaCapabilities)}
	e := fakeserver.Entry{Transport: "http", Conn: 1}
	methods, open, head := map[string]string{}, map[string]bool{}, fakeserver.Entry{}
	for line := range spelledOut(text) {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
			continue
		case word == "conn":
			e.Conn, _ = strconv.Atoi(rest)
			continue
		case line == "stdio":
			e.Transport = "stdio"
			continue
		case word == "ended":
			out.ended = true
			out.code, _ = strconv.Atoi(rest)
			continue
		case word[0] == '+':
			later, _ := time.ParseDuration(word[1:])
			at = at.Add(later)
			continue
		}
		at = at.Add(10 * time.Millisecond)
		one := entryOf(e, word, rest, methods)
		one.At, one.Seq = at, len(out.journal)+1
		switch {
		case one.Kind == fakeserver.KindHTTP && one.Direction == fakeserver.Sent:
			one.Verb = head.Verb
		case one.Kind == fakeserver.KindHTTP && one.Direction == fakeserver.Received:
			head = one
		case one.Direction == fakeserver.Received && one.Transport == "http":
			one.Verb, one.Header = head.Verb, head.Header
		}
		out.journal = append(append(out.journal, one), responded(one, open)...)
	}
	out.end = at.Add(time.Second)
	return out
}

// spelledOut gives the lines of a recording, those that stand for several spelt out.
func spelledOut(text string) iter.Seq[string] {
	short := map[string]string{"hello": handshake, "POST": inSession}
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			long, ok := short[strings.TrimSpace(line)]
			if !ok {
				long = line
			}
			for one := range strings.Lines(long) {
				if !yield(one) {
					return
				}
			}
		}
	}
}

// responded is what a server enters behind an answer of the client, to one of its open
// requests or to none.
func responded(e fakeserver.Entry, open map[string]bool) []fakeserver.Entry {
	switch {
	case e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent && strings.Contains(e.Raw, `"method"`):
		open[e.ID] = true
		return nil
	case e.Kind != fakeserver.KindMessage || e.Direction == fakeserver.Sent || e.Method != "":
		return nil
	}
	kind := fakeserver.EntryKind("unmatched")
	if open[e.ID] {
		kind = fakeserver.KindAnswered
	}
	delete(open, e.ID)
	return []fakeserver.Entry{{Transport: e.Transport, Conn: e.Conn, Kind: kind, ID: e.ID, Raw: e.Raw, At: e.At, Seq: e.Seq + 1}}
}

// tape is a recording that was read.
type tape struct {
	journal    []fakeserver.Entry
	begin, end time.Time
	ended      bool
	code       int
	modern     bool
}

// run is the run of a recording, anew.
func (o *tape) run() *clientcheck.Run {
	r := clientcheck.Recorded(slices.Clone(o.journal), nil)
	r.Begin, r.Stop, r.Limit, r.Ended, r.Code = o.begin, o.end, 15*time.Second, o.ended, o.code
	return r
}

const (
	inSession = "\nPOST /mcp Accept: application/json, text/event-stream; Content-Type: application/json; Mcp-Session-Id: s1; Mcp-Protocol-Version: 2025-11-25\n"
	handshake = `
POST /mcp Accept: application/json, text/event-stream; Content-Type: application/json
> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"elicitation":{},"sampling":{}},"clientInfo":{"name":"c","version":"1"}}}
session minted s1
200 Content-Type: application/json; Mcp-Session-Id: s1
< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}` +
		inSession + `> {"jsonrpc":"2.0","method":"notifications/initialized"}
202
`
)

// entryOf makes an entry of a line. methods are those of requests, by their ids.
func entryOf(e fakeserver.Entry, word, rest string, methods map[string]string) fakeserver.Entry {
	status, notStatus := strconv.Atoi(word)
	switch {
	case word == ">" || word == "<":
		var m struct {
			ID     json.RawMessage
			Method string
		}
		_ = json.Unmarshal([]byte(rest), &m)
		e.Kind, e.Raw, e.ID, e.Method = fakeserver.KindMessage, rest, string(m.ID), m.Method
		if e.Direction = fakeserver.Received; word == "<" {
			e.Direction = fakeserver.Sent
		}
		switch {
		case m.Method == "" && word == "<":
			e.Method = methods[e.ID]
		case m.Method != "":
			methods[e.ID] = m.Method
		}
	case word == "raw":
		e.Kind, e.Direction, e.Raw = fakeserver.KindRaw, fakeserver.Received, strings.ReplaceAll(rest, `\r`, "\r")
	case word == "fault":
		e.Kind = fakeserver.KindFault
		e.Text, e.Method, _ = strings.Cut(rest, " ")
	case slices.Contains([]string{"GET", "POST", "DELETE"}, word):
		path, headers, _ := strings.Cut(rest, " ")
		e.Kind, e.Direction, e.Verb, e.Text, e.Header = fakeserver.KindHTTP, fakeserver.Received, word, path, headersOf(headers)
	case notStatus == nil:
		e.Kind, e.Direction, e.Status, e.Header = fakeserver.KindHTTP, fakeserver.Sent, status, headersOf(rest)
	case word == "login":
		e.Kind, e.Login = fakeserver.KindLogin, &fakeserver.Login{}
		_ = json.Unmarshal([]byte(rest), e.Login)
	case word == "gone":
		e.Kind = fakeserver.KindGone
		e.Verb, e.ID, _ = strings.Cut(rest, " ")
	case word == "exit":
		e.Kind = fakeserver.KindExit
		e.Size, _ = strconv.Atoi(rest)
	case word == "session" || word == "stream":
		what, id, _ := strings.Cut(rest, " ")
		e.Kind, e.ID, e.Text = fakeserver.EntryKind(word+" "+what), id, id
	default:
		e.Kind = fakeserver.EntryKind(word)
	}
	return e
}

func headersOf(text string) http.Header {
	out := http.Header{}
	for one := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(strings.TrimSpace(one), ": "); ok {
			out.Add(name, value)
		}
	}
	return out
}

// TestReadings: what each step that judges says of recordings, testdata/readings/NAME.run, is
// a page. Of plain.run it has what does not pass, of the others what is said otherwise than
// of that. New recordings need -update; read the diff.
func TestReadings(t *testing.T) {
	files, err := filepath.Glob("testdata/readings/*.run")
	assert.NilError(t, err)
	v, err := gherkin.NewVocabulary(Vocabulary())
	assert.NilError(t, err)
	page, usual := judgetest.OpenPage(t, "readings.golden", files), map[string]string{}
	for _, file := range append([]string{"testdata/readings/plain.run"}, files...) {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		plain := len(usual) == 0
		var said strings.Builder
		for step, line := range says(t, v, string(text)) {
			if plain {
				usual[step] = line
			}
			if plain && !strings.HasPrefix(line, step+": "+string(reports.Passed)+":") || line != usual[step] {
				said.WriteString(line)
			}
		}
		if plain || !strings.HasSuffix(file, "/plain.run") {
			page.Says(file, said.String(), t.Errorf)
		}
	}
}

// says is what each step that judges says of a recording, a line for each.
func says(t *testing.T, v *gherkin.Vocabulary, text string) iter.Seq2[string, string] {
	t.Helper()
	what := recording(text)
	return func(yield func(string, string) bool) {
		for _, step := range judging(v) {
			r := read(t, v, what, step)
			if !yield(step, fmt.Sprintf("%s: %s: %s\n", step, r.Verdict, strings.ReplaceAll(r.Error, "\n", " "))) {
				return
			}
		}
	}
}

// judging are the examples of the steps that judge, without those that need a text below them.
func judging(v *gherkin.Vocabulary) (out []string) {
	for _, s := range v.Steps() {
		example := s.Example
		if example == "" {
			example = strings.ReplaceAll(s.Pattern, `\`, "")
		}
		if s.Keyword == gherkin.Then && !strings.HasSuffix(example, ":") {
			out = append(out, example)
		}
	}
	return out
}

// noServer is for no client: what needs another run says so.
func noServer() (net.Listener, error) { return nil, errors.New("there is no other run") }

// still is a clock on which no time passes.
type still struct{ clock.Clock }

func (still) Now() time.Time                { return time.Unix(1_000_000, 0) }
func (still) Since(time.Time) time.Duration { return 0 }

// read judges a recording by one step.
func read(t *testing.T, v *gherkin.Vocabulary, of *tape, step string) reports.Result {
	t.Helper()
	open := func(*testing.T, gherkin.Scenario) gherkin.World {
		b := clientcheck.Idle(t.Context(), clientcheck.Target{Clock: still{clock.Real()}, Listen: noServer})
		return &World{bench: b, begin: b.Target.Clock.Now(), run: of.run(), modern: of.modern}
	}
	x := &gherkin.Executor{T: t, Vocabulary: v, NewWorld: open}
	a, err := x.Run(t.Context(), gherkin.Job{
		Scenario: gherkin.Scenario{Name: step, World: gherkin.Target, IDs: []string{"X-1"}}, Rule: reports.Rule{IDs: []string{"X-1"}},
		Steps: []reports.Step{{Keyword: "Then", Text: step}}, Needs: []gherkin.Needs{{Keyword: gherkin.Then}}, Attempt: 1,
	})
	assert.NilError(t, err)
	return a.Result
}
