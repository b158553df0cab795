package client

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// flood is a run of n rounds of what a client says and is answered, as text with the number
// of the round for %d. What begins with "> " is of the client.
// Behind the last of the looks that there is time for nothing is in it.
func flood(n, last int, round ...string) (r *clientcheck.Run, looks *int) {
	begin := time.Unix(1_000_000, 0)
	var journal []fakeserver.Entry
	for i := range n {
		for _, line := range round {
			if kind, id, ok := cutSession(line); ok {
				journal = append(journal, fakeserver.Entry{Kind: kind, Transport: "http", Conn: 1, ID: fmt.Sprintf(id+"%[2]s", i, ""), At: begin})
				continue
			}
			raw := fmt.Sprintf(line[2:]+"%[2]s", i, "")
			var m struct {
				ID     json.RawMessage
				Method string
			}
			_ = json.Unmarshal([]byte(raw), &m)
			e := fakeserver.Entry{Kind: fakeserver.KindMessage, Direction: fakeserver.Sent, Transport: "http", Conn: 1,
				At: begin.Add(time.Duration(len(journal)) * time.Millisecond), Raw: raw, ID: string(m.ID), Method: m.Method}
			if line[0] == '>' {
				e.Direction = fakeserver.Received
			} else if m.Method == "" {
				e.Method = "initialize"
			}
			journal = append(journal, e)
		}
	}
	looks = new(int)
	return clientcheck.Recorded(journal, func() bool { *looks++; return *looks > last }), looks
}

// cutSession takes a line apart that is about a session.
func cutSession(line string) (kind fakeserver.EntryKind, id string, ok bool) {
	text, ok := strings.CutPrefix(line, "! ")
	at := strings.LastIndexByte(text, ' ')
	return fakeserver.EntryKind(text[:max(at, 0)]), text[at+1:], ok
}

// A client that floods its server is judged in a time that grows with what it says, not
// with the square of that: each check looks at all of it a few times.
func TestFloodsAreLookedAtAFewTimes(t *testing.T) {
	const rounds = 300
	const (
		hello   = `> {"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"c","version":"1"}}}`
		welcome = `< {"jsonrpc":"2.0","id":%d,"result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{"subscribe":true}},"serverInfo":{"name":"s","version":"1"}}}`
		changed = `> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`
		read    = `> {"jsonrpc":"2.0","id":"r%d","method":"resources/subscribe","params":{"uri":"a","_meta":{"progressToken":1}}}`
		done    = `< {"jsonrpc":"2.0","id":"r%d","result":{}}`
		cancel  = `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x%d"}}`
		minted  = `! session minted s%d`
		over    = `! session ended s%d`
		call    = `> {"jsonrpc":"2.0","id":"c%d","method":"tools/call","params":{"name":"a"}}`
		again   = `> {"jsonrpc":"2.0","id":1,"method":"ping"}`
	)
	for name, judge := range map[string]func(*clientcheck.Run) error{
		"declared": declared, "cancelsOpen": cancelsOpen, "needsDeclared": afterEach(needsDeclared), "tokens": tokens,
		"cleanInitialize": cleanInitialize, "idsOnce": idsOnce, "opensOnce": afterEach(opensOnce), "pure": pure, "shaped": shaped,
		"introduced": introduced, "waits": waits, "spares": spares, "onlyPings": afterEach(onlyPings), "deletesAll": func(r *clientcheck.Run) error {
			r.Ended = true
			return afterEach(deletesAll)(r)
		}, "carriesSession": afterEach(carriesSession), "answersFit": answersFit, "idTypes": idTypes, "encoded": encoded,
	} {
		for _, round := range [][]string{{hello, welcome, changed}, {hello, welcome, read, done, cancel}, {again}, {cancel, changed}, {hello, welcome, minted, over, call}} {
			r, looks := flood(rounds, rounds, round...)
			_ = judge(r)
			assert.Check(t, *looks <= 10, "%s looks %d times at %q", name, *looks, round)
			for last := range *looks { // the time may be over at any of them
				r, _ := flood(2, last, round...)
				_ = judge(r)
			}
		}
	}
}

// What is cancelled after its answer is told, whichever of several answers shows it.
func TestCancelledAfterAnswers(t *testing.T) {
	const (
		begin  = `> {"jsonrpc":"2.0","id":1,"method":"initialize"}` // what begins a connection may have waited
		call   = `> {"jsonrpc":"2.0","id":7,"method":"tools/call"}`
		answer = `< {"jsonrpc":"2.0","id":7,"result":{}}`
		cancel = `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
		other  = `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}`
	)
	for want, round := range map[bool][][]string{
		true:  {{call, answer, cancel}, {call, answer, answer, cancel}},
		false: {{call, cancel, answer}, {cancel}, {call, answer, other}, {answer, cancel}},
	} {
		for _, lines := range round {
			r, _ := flood(1, 100, append([]string{begin}, lines...)...)
			assert.Equal(t, cancelsOpen(r) != nil, want, "%q", lines)
		}
	}
}

// A request that comes long after the message before may have been held back by a busy
// machine, and its timer with it: it may be cancelled as its answer comes.
func TestCancelledAsAnAnswerComes(t *testing.T) {
	for pause, want := range map[string]bool{"": true, "+500ms\n": false} {
		text := "hello\n" + pause + `POST
> {"jsonrpc":"2.0","id":7,"method":"tools/list"}
200
< {"jsonrpc":"2.0","id":7,"result":{}}
POST
> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
202
`
		assert.Equal(t, cancelsOpen(recording(text).run()) != nil, want, "%q", pause)
	}
}

// A client that leaves because it does not speak the revision has negotiated none.
func TestARevisionThatIsRefusedIsNotNamed(t *testing.T) {
	const (
		left = "DELETE /mcp Mcp-Session-Id: s2\n200\n"
		used = "POST /mcp Mcp-Session-Id: s2; Mcp-Protocol-Version: 2025-06-18\n" + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n202\n"
	)
	for text, want := range map[string]bool{left: false, used: false, used + left: true} {
		r := recording("hello\n" + `POST /mcp Accept: application/json
> {"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
200 Mcp-Session-Id: s2
< {"jsonrpc":"2.0","id":3,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
` + text).run()
		assert.Equal(t, leavesWith(namesRevision(session{r, r.Welcomed()})), want, "%s", text)
	}
}

// Sessions without ids, side by side, are not told from each other: an answer that belongs to one
// of them names no revision while another is being opened.
func TestSessionsWithoutIDs(t *testing.T) {
	const (
		hello = "POST /mcp Accept: application/json\n" + `> {"jsonrpc":"2.0","id":%d,"method":"initialize","params":{}}` + "\n200\n" + `< {"jsonrpc":"2.0","id":"s-%[1]d","method":"ping"}` + "\n"
		pong  = "POST /mcp Accept: application/json\n" + `> {"jsonrpc":"2.0","id":"s-%d","result":{}}` + "\n202\n"
		greet = `< {"jsonrpc":"2.0","id":%d,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + "\n"
		done  = "POST /mcp Mcp-Protocol-Version: 2025-11-25\n" + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n202\n"
	)
	lines := func(kind string, n int) string {
		if strings.Contains(kind, "%") {
			return fmt.Sprintf(kind, n)
		}
		return kind
	}
	text := lines(hello, 1) + "conn 2\n" + lines(hello, 2) + lines(pong, 1) + lines(pong, 2) + "conn 1\n" + lines(greet, 1) + "conn 2\n" + lines(greet, 2)
	r := recording(text + done + done).run()
	for name, err := range map[string]error{
		"answers": answersFit(r), "once": opensOnce(session{r, r.Welcomed()}), "revision": namesRevision(session{r, r.Welcomed()}),
	} {
		assert.NilError(t, err, name)
	}
	r = recording(text + done + done + done + lines(pong, 3)).run()
	assert.ErrorContains(t, answersFit(r), "the server has asked nothing")
	assert.ErrorContains(t, opensOnce(session{r, r.Welcomed()}), "is sent twice")
	assert.ErrorContains(t, namesRevision(session{r, r.Welcomed()}), "negotiated was")
}

// Clients without a handshake, side by side, are not told from each other over HTTP: each begins with
// the same words, and counts its ids for itself. One client that asks twice counts on.
func TestTwoClientsWithoutAHandshake(t *testing.T) {
	const (
		meta  = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		ask   = "POST\n" + `> {"jsonrpc":"2.0","id":%d,"method":"server/discover","params":{` + meta + "}}\n200\n"
		told  = `< {"jsonrpc":"2.0","id":%d,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}` + "\n"
		again = "POST\n" + `> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{` + meta + "}}\n200\n" + `< {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}` + "\n"
	)
	begin := func(id int) string { return fmt.Sprintf(ask+told, id, id) }
	for text, want := range map[string]bool{begin(1) + begin(1) + again + again: false, begin(1) + again + again: true, begin(1) + begin(2) + again: true, begin(1) + begin(3) + again: false} {
		err := idsOnce(recording(text).run())
		assert.Equal(t, err != nil && verdict.Of(err) == "", want, "%v", err)
	}
}

// leavesWith reports whether an error is about the DELETE.
func leavesWith(err error) bool { return err != nil && strings.Contains(err.Error(), "DELETE") }

// Without a session id goes on who has deleted every session that there was.
func TestSessionsThatAreOver(t *testing.T) {
	const a, b, overA, overB = "! session minted a", "! session minted b", "! session ended a", "! session ended b"
	for _, c := range []struct {
		lines []string
		over  string // for each place, whether all before it are over
	}{
		{nil, "+"},
		{[]string{a, overA}, "+-+"},
		{[]string{a, b, overB, overA}, "+---+"},
		{[]string{a, overA, b, overB}, "+-+-+"},
		{[]string{a, overA, a}, "+-+-"},
		{[]string{overA, a}, "++-"},
	} {
		r, _ := flood(1, 100, c.lines...)
		l := livesOf(r, r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindSessionMinted }))
		got := ""
		for at := range len(c.lines) + 1 {
			got += map[bool]string{true: "+", false: "-"}[l.overBefore(at)]
		}
		assert.Equal(t, got, c.over, "%q", c.lines)
	}
}
