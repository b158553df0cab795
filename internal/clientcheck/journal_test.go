package clientcheck

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func received(method string, seconds int) fakeserver.Entry {
	return fakeserver.Entry{
		At: start.Add(time.Duration(seconds) * time.Second), Kind: fakeserver.KindMessage, Direction: fakeserver.Received,
		Transport: "http", Method: method, Raw: `{"method":"` + method + `"}`,
	}
}

func sent(method string, seconds int) fakeserver.Entry {
	e := received(method, seconds)
	e.Direction, e.Raw = fakeserver.Sent, `{"result":{"protocolVersion":"2025-06-18"}}`
	return e
}

// exchange is an HTTP request, or the answer to one if it has a status.
func exchange(verb, uri string, status int) fakeserver.Entry {
	e := fakeserver.Entry{Kind: fakeserver.KindHTTP, Direction: fakeserver.Received, Transport: "http", Verb: verb, Text: uri, Status: status}
	if status > 0 {
		e.Direction = fakeserver.Sent
	}
	return e
}

func run(entries ...fakeserver.Entry) *Run { return &Run{journal: entries} }

// TestRefused: only a POST that the server refused may come again.
func TestRefused(t *testing.T) {
	raw := exchange("POST", "/mcp", 404)
	raw.Kind = fakeserver.KindRaw
	for _, c := range []struct {
		name    string
		e       fakeserver.Entry
		refused bool
	}{
		{"a POST that was redirected", exchange("POST", "/mcp", 300), true},
		{"a POST that was refused", exchange("POST", "/mcp", 404), true},
		{"a POST that was accepted", exchange("POST", "/mcp", 299), false},
		{"a GET that was refused", exchange("GET", "/mcp", 405), false},
		{"no exchange", raw, false},
	} {
		assert.Equal(t, run(c.e).Refused(), c.refused, c.name)
	}
	asked := exchange("POST", "/mcp", 404)
	asked.Direction = fakeserver.Received
	assert.Equal(t, run(asked).Refused(), false)
}

// TestBrokeBefore: some of what servers do leaves what they send intact.
func TestBrokeBefore(t *testing.T) {
	for text, broke := range map[string]bool{
		"delay": false, "as": false, "notify": false, "request": false, "progress": false, "ignore": false,
		"drop": true, "status": true,
	} {
		e := fakeserver.Entry{Kind: fakeserver.KindFault, Text: text}
		assert.Equal(t, run(e, received("a", 1)).BrokeBefore(1), broke, text)
		assert.Equal(t, run(e).BrokeBefore(0), false, text)
	}
	assert.Equal(t, run(received("a", 1)).BrokeBefore(1), false)
}

// TestLeaves: the last sign of leaving counts, and without one the end.
func TestLeaves(t *testing.T) {
	gone, eof := exchange(http.MethodDelete, "/mcp", 0), fakeserver.Entry{Kind: fakeserver.KindEOF, At: start.Add(time.Second)}
	gone.At = start.Add(2 * time.Second)
	answered := exchange(http.MethodDelete, "/mcp", 200)
	answered.At = start.Add(3 * time.Second)
	r := run(eof, gone, answered)
	r.Stop = start.Add(time.Minute)
	assert.Equal(t, r.Leaves(), gone.At)
	r.journal = []fakeserver.Entry{eof, received("a", 2)}
	assert.Equal(t, r.Leaves(), eof.At)
	r.journal = []fakeserver.Entry{received("a", 2)}
	assert.Equal(t, r.Leaves(), r.Stop)
}

// TestSlowness counts from the answer to initialize.
func TestSlowness(t *testing.T) {
	assert.Equal(t, run(received("initialize", 0), sent("initialize", 1), received("a", 3), received("b", 9)).Slowness(), 2*time.Second)
	assert.Equal(t, run(received("initialize", 0), sent("initialize", 1)).Slowness(), time.Duration(0))
	assert.Equal(t, run(received("initialize", 0), received("a", 3)).Slowness(), time.Duration(0))
}

// TestWhere: what belongs to the endpoint.
func TestWhere(t *testing.T) {
	r := run(exchange("GET", "/mcp?x=1", 0), exchange("GET", "/.well-known/oauth-protected-resource/mcp", 0), exchange("GET", "/mcp", 200))
	assert.Equal(t, len(r.Verbs("GET")), 1)
	assert.Equal(t, r.Verbs("GET")[0].Place, 0)
	assert.Equal(t, r.Silent(), false)
	assert.Equal(t, run(exchange("GET", "/favicon.ico", 0), sent("", 1)).Silent(), true)
	assert.Equal(t, run(received("", 1)).Silent(), false)

	assert.Equal(t, run(exchange("POST", "/mcp", 0)).OldTransport(), false)
	assert.Equal(t, run(exchange("GET", "/other", 0)).OldTransport(), false)
	assert.Equal(t, run(exchange("POST", "/other", 200)).OldTransport(), false)
	old := run(exchange("POST", "/messages?session=1", 0), received("tools/list", 1))
	assert.Equal(t, old.OldTransport(), true)
	assert.Equal(t, len(old.requests()), 0)
}

// TestRequests: a POST counts by its messages, initialize does not.
func TestRequests(t *testing.T) {
	pipe := received("c", 1)
	pipe.Transport = "stdio"
	r := run(received("initialize", 1), sent("initialize", 1), exchange("POST", "/mcp", 0), received("a", 1), exchange("GET", "/mcp", 0),
		exchange("GET", "/other", 0), exchange("GET", "/mcp", 200), pipe)
	var places []int
	for _, q := range r.requests() {
		places = append(places, q.Place)
	}
	assert.DeepEqual(t, places, []int{3, 4})
	later, err := r.Later(3)
	assert.NilError(t, err)
	assert.Equal(t, len(later), 1)
	assert.Equal(t, later[0].What(), "GET")
	_, err = r.Later(7)
	assert.ErrorContains(t, err, "did not go on after initialize")
	assert.Equal(t, r.GoesOn(6), true)
	assert.Equal(t, r.GoesOn(7), false)
}

// TestMessages: what is found of the client's messages.
func TestMessages(t *testing.T) {
	ask, note, gone := received("tools/call", 1), received("notifications/initialized", 2), received("notifications/cancelled", 3)
	ask.ID = "7"
	gone.Raw = `{"params":{"requestId":"7"}}`
	answer := fakeserver.Entry{Kind: fakeserver.KindAnswered, ID: "9"}
	r := run(sent("initialize", 0), ask, note, gone, answer)
	assert.Equal(t, r.Welcomed(), 0)
	assert.Equal(t, r.RevisionAt(0), "")
	assert.Equal(t, r.RevisionAt(1), "2025-06-18")
	assert.Equal(t, len(r.Asked()), 1)
	assert.DeepEqual(t, r.Cancelled(), []string{`"7"`})
	assert.Equal(t, r.AsksAfter(Indexed{Place: 0}), true)
	assert.Equal(t, r.AsksAfter(Indexed{Place: 1}), false)
	_, there := r.AnswerTo("9")
	assert.Equal(t, there, true)
	_, there = r.AnswerTo("7")
	assert.Equal(t, there, false)
	assert.Equal(t, r.Sent("tools/call"), true)
	assert.Equal(t, r.Sent("tools/list"), false)
	assert.Equal(t, len(r.SentBack("initialize")), 1)
	assert.Equal(t, len(r.SentBack("tools/call")), 0)
	raw := sent("initialize", 1)
	raw.Kind = fakeserver.KindRaw
	assert.Equal(t, len(run(raw).SentBack("initialize")), 0)
	assert.Equal(t, len(run(raw).Raw()), 0)
	raw.Direction = fakeserver.Received
	assert.Equal(t, len(run(raw).Raw()), 1)
	assert.Equal(t, len(run(raw).Received()), 0)
	assert.Equal(t, Indexed{Entry: ask}.What(), "tools/call")
	assert.Equal(t, Indexed{Entry: answer}.What(), "a message")
}

// TestExcerpt: what a report shows of a run. Headers that may hold secrets are left out.
func TestExcerpt(t *testing.T) {
	get := exchange("GET", "/mcp", 0)
	get.Header = http.Header{"Accept": {"text/event-stream"}, "Authorization": {"Bearer secret"}, "Last-Event-Id": {"4"}, "Mcp-Session-Id": {"s"}, "Mcp-Protocol-Version": {"r"}, "Content-Type": {"t"}}
	r := run(received("a", 1), sent("", 1), get, fakeserver.Entry{Kind: fakeserver.KindExit, Size: 3})
	r.Stop, r.Ended = start, true
	var lines []string
	for _, e := range r.Events() {
		lines = append(lines, e.Actor+" "+string(e.Kind)+" "+e.Name+" "+e.Text+" "+e.Raw)
	}
	assert.DeepEqual(t, lines, []string{
		`client sent   {"method":"a"}`,
		`server sent   {"result":{"protocolVersion":"2025-06-18"}}`,
		"client http GET /mcp Accept: text/event-stream Content-Type: t Mcp-Protocol-Version: r Mcp-Session-Id: s Last-Event-Id: 4 ",
		"server exit   ",
		"client end  exited with code 0 ",
	})
	assert.Equal(t, r.Events()[3].N, 3)
	long := received("a", 1)
	long.Raw = strings.Repeat("x", 2000)
	assert.Equal(t, len(run(long).Events()[0].Raw), 1024)
}

// Headers and methods count among what is kept of a run.
func TestARecordCountsHeaders(t *testing.T) {
	r := newRecord(0, &store{left: bytesTogether})
	long := strings.Repeat("x", 1<<20)
	n := 0
	for ; len(r.entries) == n; n++ {
		r.add(fakeserver.Entry{Method: long, Header: http.Header{"X": {long}}})
	}
	assert.Check(t, n <= bytesKept/(2<<20)+2, "%d entries", n)
}

// What happens when a client is ended is not its own doing, nor what its processes do later.
func TestLeaveIsNotedOnce(t *testing.T) {
	seen := newRecord(0, &store{left: bytesTogether})
	seen.add(received("initialize", 1))
	r := &Run{}
	r.leave(seen)
	seen.add(received("tools/list", 2))
	r.leave(seen)
	assert.Equal(t, r.Unaided(0), true)
	assert.Equal(t, r.Unaided(1), false)
}
