package probe

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// TestAcknowledged: what may answer a message that has no response.
func TestAcknowledged(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		must   bool
		wrong  string
	}{
		{401, "no", true, ""},
		{403, "no", true, ""},
		{399, "", true, "a response is answered with HTTP 399"},
		{400, "no", true, "a response is refused with HTTP 400: \"no\""},
		{400, "no", false, ""},
		{503, "", false, ""},
		{200, "", true, "a response is answered with HTTP 200"},
		{204, "", false, "a response is answered with HTTP 204"},
		{202, "", true, ""},
		{202, " \n", false, ""},
		{202, "{}", false, "a response is answered with HTTP 202 and the body \"{}\""},
	} {
		err := acknowledged("a response", &Reply{Status: c.status, Body: []byte(c.body)}, c.must)
		said := ""
		if err != nil {
			said = err.Error()
		}
		assert.Equal(t, said, c.wrong, "%d %q must=%v", c.status, c.body, c.must)
	}
}

// TestMoved: a redirect is followed on the same origin, if it keeps method and body.
func TestMoved(t *testing.T) {
	for _, c := range []struct {
		status   int
		location string
		to       string
	}{
		{307, "/other", "http://server.test/other"},
		{308, "http://server.test/mcp/", "http://server.test/mcp/"},
		{301, "/other", ""},
		{307, "https://server.test/mcp", ""},
		{308, "http://elsewhere.test/mcp", ""},
		{307, "://", ""},
	} {
		b := &Bench{Target: Target{URL: "http://server.test/mcp"}}
		b.first = &Conn{Reply: &Reply{Status: c.status, Header: http.Header{"Location": {c.location}}}}
		assert.Equal(t, b.moved(), c.to, "%d %s", c.status, c.location)
	}
	b := &Bench{first: &Conn{}}
	assert.Equal(t, b.firstStatus(), 0)
	assert.Equal(t, b.moved(), "")
}

// TestNotApplicable: over HTTP a check is for one of the two transports, unless it says so.
func TestNotApplicable(t *testing.T) {
	for _, c := range []struct {
		tags string
		old  bool
		why  string
	}{
		{"@MUST", false, ""}, {"@MUST", true, ""},
		{"@http", false, ""}, {"@http @sse", true, ""},
		{"@http", true, "not testable: it is for streamable HTTP, the server speaks HTTP+SSE"},
		{"@http @sse", false, "not testable: it is for HTTP+SSE, the server speaks streamable HTTP"},
	} {
		why := ""
		if err := (&Bench{old: c.old}).NotApplicable(strings.Fields(c.tags)); err != nil {
			why = err.Error()
		}
		assert.Check(t, strings.HasSuffix(c.why, why) && (why == "") == (c.why == ""), "%s, %v: %s", c.tags, c.old, why)
	}
}

// TestAbilities: what a client declares so that a server may ask.
func TestAbilities(t *testing.T) {
	for method, name := range map[string]string{
		"roots/list": "roots", "sampling/createMessage": "sampling", "elicitation/create": "elicitation", "ping": "",
	} {
		assert.Equal(t, Ability(method), name, method)
	}
	assert.Equal(t, Capabilities(), `{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`)
	assert.Equal(t, Capabilities("sampling/createMessage"), `{"roots":{"listChanged":true},"elicitation":{}}`)
	assert.Equal(t, Capabilities(Askable()...), `{}`)
}

// TestWatched: only what was one thing twice before and is another twice after has changed.
func TestWatched(t *testing.T) {
	changed := differing([]string{"same", "changed", "restless", "lost"},
		map[string]string{"same": "1", "changed": "1", "restless": "", "lost": "1"},
		map[string]string{"same": "1", "changed": "2", "restless": "2", "lost": ""},
	)
	assert.DeepEqual(t, changed, []string{"changed"})
	frames := parseFrames([]byte(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"doc:a/b"}}`))
	assert.DeepEqual(t, Updated(frames), []string{"doc:a/b"})
	assert.Equal(t, Told([]string{"doc:a/b"}, "doc:a/"), true)
	assert.Equal(t, Told([]string{"doc:b"}, "doc:a"), false)
}

// TestDefaults: what is usual.
func TestDefaults(t *testing.T) {
	d := Target{}.withDefaults()
	assert.Equal(t, d.Timeout, 10*time.Second)
	assert.Equal(t, d.Revision, "2025-11-25")
	assert.Equal(t, d.Budget, DefaultBudget)
	assert.Equal(t, Target{Timeout: 1, Budget: 2, Revision: "r"}.withDefaults().Timeout, time.Duration(1))
}

// TestIDsAreOfAllSides: a session that goes from one side to another meets no id twice.
func TestIDsAreOfAllSides(t *testing.T) {
	one := &Bench{seen: &statistics{}}
	other := &Bench{seen: one.seen}
	assert.DeepEqual(t, []string{one.NextID(), other.NextID(), one.NextID()}, []string{"1001", "1002", "1003"})
}

// TestAhead: more processes are started ahead where starting is waiting, for each bench, and none
// where messages are so long that few fit in memory.
func TestAhead(t *testing.T) {
	for _, c := range []struct {
		sides int
		lazy  bool
		most  int // bytes of a message
		want  int
	}{
		{0, false, 1, aheadBusy}, {4, false, heavyMessage, aheadBusy}, {0, true, 1, aheadLazy}, {4, true, heavyMessage, 4 * aheadLazy},
		{4, true, heavyMessage + 1, 0}, {0, false, heavyMessage + 1, 0},
	} {
		b := &Bench{Target: Target{Sides: c.sides}, seen: &statistics{lazy: c.lazy}}
		b.seen.line(Line{Raw: make([]byte, c.most)}, nil, false, nil)
		assert.Equal(t, b.ahead(), c.want, "%+v", c)
	}
}

// TestExcerpt: of much that happened, the beginning and the end are shown.
func TestExcerpt(t *testing.T) {
	for _, c := range []struct{ events, left, shown int }{
		{shownFirst, 0, shownFirst},
		{shownFirst + 2*shownLast - 1, 0, shownFirst + 2*shownLast - 1},
		{shownFirst + 2*shownLast, shownLast, shownFirst + 1 + shownLast},
		{shownFirst + 4*shownLast, 3 * shownLast, shownFirst + 1 + shownLast},
	} {
		var x excerpt
		for i := range c.events {
			x.keep(event.Event{N: i})
		}
		all := x.all()
		assert.Equal(t, x.left, c.left)
		assert.Equal(t, len(all), c.shown)
		assert.Equal(t, all[len(all)-1].N, c.events-1)
		if c.left > 0 {
			assert.Equal(t, all[shownFirst].Text, fmt.Sprintf("%d events are not shown", c.left))
		}
	}
	b := &Bench{Target: Target{}.withDefaults(), ledger: &ledger{}, excerpt: &excerpt{}, seen: &statistics{}}
	b.noteRequest("GET", nil, "7")
	b.noteRequest("POST", []byte("{}"), "")
	assert.Equal(t, b.excerpt.events[0].Text, "Last-Event-ID: 7")
	assert.Equal(t, b.excerpt.events[1].Text, "")
	b.noteReply(&Reply{Status: 200, ContentType: "text/plain", Body: []byte("x")})
	b.noteReply(&Reply{Status: 200, ContentType: "application/json", Body: []byte("{}")})
	assert.Equal(t, b.excerpt.events[2].Raw, "x")
	assert.Equal(t, b.excerpt.events[3].Raw, "")
	assert.Equal(t, b.message("server", "received", make([]byte, 2*shownRaw)).Raw, string(make([]byte, shownRaw)))
}

// TestSize: sizes as people read them.
func TestSize(t *testing.T) {
	for n, text := range map[int]string{
		0: "0 bytes", 1023: "1023 bytes", 1024: "1.0 kB", 1<<20 - 1: "1024.0 kB", 1 << 20: "1.0 MB", 3 << 19: "1.5 MB",
	} {
		assert.Equal(t, size(n), text)
	}
}

// TestPieces: a message on several lines is put together, within bounds.
func TestPieces(t *testing.T) {
	var p pieces
	take := func(raw string) (string, bool, bool) {
		whole, complete, taken := p.take(Line{Raw: []byte(raw), EOL: "\n"})
		return string(whole.Raw), complete, taken
	}
	_, _, taken := take(`hello`)
	assert.Equal(t, taken, false)
	_, complete, taken := take(`{"jsonrpc": "2.0",`)
	assert.Equal(t, taken && !complete, true)
	_, complete, taken = take(`"id": {}`)
	assert.Equal(t, taken && !complete, true)
	assert.Equal(t, len(p.rest()), 2)
	assert.Equal(t, len(p.rest()), 0)
	take(`{"jsonrpc": "2.0",`)
	whole, complete, _ := take(`"method": "ping"}`)
	assert.Equal(t, complete, true)
	assert.Equal(t, whole, "{\"jsonrpc\": \"2.0\",\n\"method\": \"ping\"}")
	take(`{"jsonrpc": "2.0", "method": "a`)
	whole, complete, _ = take(`b"}`)
	assert.Equal(t, complete, true)
	assert.Equal(t, whole, `{"jsonrpc": "2.0", "method": "a\nb"}`)
	take(`{`)
	for range maxPieces - 1 {
		_, _, taken = take(`,`)
		assert.Equal(t, taken, true)
	}
	_, _, taken = take(`,`)
	assert.Equal(t, taken, false)
}

// TestSaid: what a process wrote belongs to the check that uses it, on whichever side, and
// a little of it to the check that takes a process nobody used.
func TestSaid(t *testing.T) {
	b := &Bench{Target: Target{}.withDefaults(), excerpt: &excerpt{}, seen: &statistics{}, watch: newWatch()}
	other := &Bench{Target: b.Target, excerpt: &excerpt{begin: time.Now().Add(time.Hour)}, seen: b.seen, watch: b.watch}
	c := b.newConn()
	assert.Equal(t, len(b.watch.talks), 1)
	b.adopt(c)
	say := func(text string) {
		l := cutLine([]byte(text))
		c.said(l, parseFrames(l.Raw))
	}
	say("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n")
	assert.Equal(t, len(b.excerpt.events), 1)
	assert.Equal(t, b.excerpt.events[0].Actor, "server")
	assert.Equal(t, b.watch.found(LF) || b.watch.found(OneLine), false)
	c.voice.leave(true)
	say("{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\r\n")
	assert.Equal(t, len(b.excerpt.events)+len(c.voice.early), 1)
	assert.Equal(t, b.watch.found(LF), true)
	c.voice.leave(false)
	for range maxEarly + 1 {
		say("{}\n")
	}
	other.adopt(c)
	say("{}\n")
	assert.Equal(t, len(b.excerpt.events), 1)
	assert.Equal(t, len(other.excerpt.events), maxEarly+1)
	assert.Equal(t, other.excerpt.begin, other.excerpt.events[0].At)
}

// TestCutLine: which end a line has.
func TestCutLine(t *testing.T) {
	for text, l := range map[string]Line{
		"a\r\n": {Raw: []byte("a"), EOL: "\r\n"}, "a\n": {Raw: []byte("a"), EOL: "\n"},
		"a": {Raw: []byte("a")}, "a\r": {Raw: []byte("a\r")}, "\n": {Raw: []byte{}, EOL: "\n"},
	} {
		assert.DeepEqual(t, cutLine([]byte(text)), l)
	}
}

// TestMangledText: text that comes back escaped is right.
func TestMangledText(t *testing.T) {
	escaped, err := json.Marshal(wideText)
	assert.NilError(t, err)
	for _, back := range []string{"", wideText, string(escaped[1 : len(escaped)-1]), url.QueryEscape(wideText), "something else"} {
		assert.Equal(t, mangledText(back), false, back)
	}
	assert.Equal(t, unescaped(`a\nb\"c`), "a\nb\"c")
	assert.Equal(t, unescaped(`\u00fc`), "ü")
	assert.Equal(t, mangledText("Ã¼"), true)
	assert.Equal(t, mangledText("\uFFFD"), true)
}

// TestAround: a caller that wants to know of each process starts it.
func TestAround(t *testing.T) {
	started := 0
	target := Target{Command: process.Command{Path: "/no/such/program"}, Around: func(s process.Starter) process.Starter {
		return process.StarterFunc(func(c process.Command) (process.Process, error) { started++; return s.Start(c) })
	}}
	_, err := (&Process{}).start(target)
	assert.Check(t, err != nil)
	assert.Equal(t, started, 1)
}

// TestPracticeIsOfChecks: what is said of a check is said of one that there is.
func TestPracticeIsOfChecks(t *testing.T) {
	var text strings.Builder
	assert.NilError(t, fs.WalkDir(features.Server, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(features.Server, name)
		text.Write(data)
		return err
	}))
	for id := range practice {
		assert.Check(t, regexp.MustCompile(`@`+id+`\s`).MatchString(text.String()), "%s is no check", id)
	}
}
