package fakeserver

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// hostile is a client that sends what it likes and never waits for an answer, to a server as
// mcpsim serve has it.
type hostile struct {
	s       *Server
	session string
	before  uint64
}

func newHostile(t *testing.T, text string) *hostile {
	t.Helper()
	script, err := Parse("s.yaml", []byte(text))
	assert.NilError(t, err)
	s, err := New(script, Options{Limits: ServingLimits()})
	assert.NilError(t, err)
	t.Cleanup(s.Close)
	c := &hostile{s: s}
	c.session = c.send("/mcp", greetingOf("{}"), nil).Header().Get(sessionHeader)
	c.before = heap()
	return c
}

func greetingOf(capabilities string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `}}`
}

// send posts a text; the client has left when it is answered.
func (c *hostile) send(path, text string, headers map[string]string) (w *httptest.ResponseRecorder) {
	gone, leave := context.WithCancel(context.Background())
	r := httptest.NewRequestWithContext(gone, http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(text))
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Session-Id", c.session)
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	if !strings.Contains(text, "initialize") && strings.HasPrefix(path, "/mcp") && headers == nil {
		leave()
	}
	defer leave()
	w = httptest.NewRecorder()
	defer func() {
		if v := recover(); v != nil && v != http.ErrAbortHandler { //nolint:errorlint // compared as net/http does
			panic(v)
		}
	}()
	c.s.Handler().ServeHTTP(w, r)
	return w
}

func heap() uint64 {
	var m goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&m)
	return m.HeapAlloc
}

// grown asserts how much more the server holds than at the beginning.
func (c *hostile) grown(t *testing.T, most uint64) {
	t.Helper()
	now := heap()
	assert.Check(t, now < c.before+most, "%d MB", (now-min(now, c.before))>>20)
	goruntime.KeepAlive(c.s)
}

const (
	eightMB = 8 << 20
	callOf  = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"%s"}%s}}`
)

func TestWhatIsNotFinishedIsBounded(t *testing.T) {
	c := newHostile(t, "rules: [{when: {method: tools/call}, do: [{hold: a}]}]")
	call := fmt.Sprintf(callOf, strings.Repeat("x", eightMB), "")
	for range 30 {
		c.send("/mcp", call, nil)
	}
	c.grown(t, mostKept+16<<20)
	assert.Check(t, c.s.Held() < 9)
	assert.Equal(t, c.send("/mcp", greetingOf("{}"), nil).Code, http.StatusOK, "others are served")
	c.s.Release("")
	assert.Equal(t, c.s.kept, 0)
	c.send("/mcp", call, nil)
	assert.Equal(t, c.s.Held(), 1, "there is room again")
}

// A part of a batch holds all of it.
func TestPartsOfABatchHoldIt(t *testing.T) {
	c := newHostile(t, "revisions: ['2025-03-26']\nrules: [{when: {method: tools/call}, do: [{hold: a}]}]")
	batch := `[{"jsonrpc":"2.0","method":"x","params":{"a":"` + strings.Repeat("x", eightMB) + `"}},` + fmt.Sprintf(callOf, "a", "") + "," + fmt.Sprintf(callOf, "b", "") + "]"
	for range 30 {
		c.send("/mcp", batch, nil)
	}
	c.grown(t, mostKept+16<<20)
	assert.Check(t, c.s.Held() > 2 && c.s.Held() < 18, "%d", c.s.Held())
	c.s.Release("")
	assert.Equal(t, c.s.kept, 0)
}

// Of a client little is kept but what it says that it can do.
func TestLongIntroductions(t *testing.T) {
	c := newHostile(t, "")
	long := greetingOf(`{"a":"` + strings.Repeat("x", 60<<10) + `"},"b":"` + strings.Repeat("x", eightMB) + `"`)
	for range 30 {
		assert.Equal(t, c.send("/mcp", long, nil).Code, http.StatusOK)
	}
	c.grown(t, 16<<20)
	w := c.send("/mcp", greetingOf(`{"a":"`+strings.Repeat("x", 64<<10)+`"}`), nil)
	assert.Check(t, strings.Contains(w.Body.String(), "capabilities are longer than 64 KiB"), "%s", w.Body)
}

// Connections that never get a session, and sessions that are over, are forgotten.
func TestConnectionsWithoutASessionAreForgotten(t *testing.T) {
	for _, text := range []string{"", "http: {sessions: false}"} {
		c := newHostile(t, text)
		for range 5000 {
			c.send("/mcp", strings.Replace(greetingOf("{}"), `"protocolVersion":"2025-11-25",`, "", 1), nil)
			c.send("/mcp", greetingOf("{}"), nil)
		}
		assert.Check(t, len(c.s.conns) <= 2*c.s.limits.Sessions+1, "%d", len(c.s.conns))
	}
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	for i := range 2 * maxOver {
		s.remember(&conn{session: fmt.Sprint(i), n: i + 1})
	}
	assert.Equal(t, len(s.over), maxOver)
	assert.Equal(t, len(s.overOrder), maxOver)
	assert.Equal(t, s.over[fmt.Sprint(2*maxOver-1)], 2*maxOver)
}

const (
	modernMeta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`
)

func modernHeaders(method string) map[string]string {
	return map[string]string{revisionHeader: "2026-07-28", methodHeader: method, nameHeader: "echo"}
}

func TestTasksAreBounded(t *testing.T) {
	c := newHostile(t, "era: modern\ntools: [{name: echo, task: {takes: 1h}}]")
	refused := 0
	for range 30 {
		w := c.send("/mcp", fmt.Sprintf(callOf, strings.Repeat("x", eightMB), modernMeta), modernHeaders("tools/call"))
		if strings.Contains(w.Body.String(), "too many tasks") {
			refused++
		}
	}
	assert.Equal(t, refused, 23)
	c.grown(t, mostForTasks+16<<20)
	assert.Equal(t, c.s.kept, 0)
}

func TestSubscriptionsAreBounded(t *testing.T) {
	c := newHostile(t, "era: modern\nresources: [{uri: 'a:1', name: a}]")
	list := strings.TrimSuffix(strings.Repeat(`"a:1",`, 1_000_000), ",")
	w := c.send("/mcp", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":[`+list+`]}`+modernMeta+`}}`,
		modernHeaders("subscriptions/listen"))
	assert.Check(t, strings.Contains(w.Body.String(), tooMuch), "%.300s", w.Body)
	c.grown(t, 16<<20)
	assert.Equal(t, c.s.kept, 0)
}

func TestLoginsAreBoundedInBytes(t *testing.T) {
	c := newHostile(t, "authorization: [{}]")
	answers := map[int]int{}
	for i := range 3000 {
		uri := fmt.Sprintf("http://127.0.0.1/%d%s", i, strings.Repeat("x", 60<<10))
		answers[c.send("/register", `{"redirect_uris":["`+uri+`"]}`, map[string]string{"Content-Type": "application/json"}).Code]++
	}
	assert.Check(t, answers[http.StatusCreated] > 1000 && answers[http.StatusServiceUnavailable] > 1000, "%v", answers)
	c.grown(t, loginsSize+MaxJournal)
	w := c.send("/register", `{"redirect_uris":["`+strings.Repeat("x", 64<<10)+`"]}`, nil)
	assert.Equal(t, w.Code, http.StatusRequestEntityTooLarge)
}

// A stream that can be resumed is kept with the head of its request.
func TestStreamsToResumeAreBounded(t *testing.T) {
	c := newHostile(t, "http: {resume: true, answers: sse}")
	for range 3000 {
		c.send("/mcp", pingOne, map[string]string{"X": strings.Repeat("x", 60<<10)})
	}
	connection := c.s.sessions[c.session]
	assert.Check(t, len(connection.streams) > 100 && len(connection.streams) <= maxHistory, "%d", len(connection.streams))
	assert.Check(t, c.s.kept <= mostKept+100<<10, "%d", c.s.kept)
	c.s.mu.Lock()
	c.s.drop(connection)
	c.s.mu.Unlock()
	assert.Equal(t, c.s.kept, 0)
}

// A script may make much of little. A client that does not take it is given up.
func TestFloodsOfAScriptAreBounded(t *testing.T) {
	token := `,"_meta":{"progressToken":"` + strings.Repeat("x", 1<<20) + `"}`
	for action, call := range map[string]string{
		"progress: 100000": fmt.Sprintf(callOf, "a", token),
		`notify: {method: a, params: {t: "<token>"}, count: 100000}`: fmt.Sprintf(callOf, "a", token),
		"duplicate: 100000": fmt.Sprintf(callOf, strings.Repeat("x", 1<<20), ""),
	} {
		var begin, end goruntime.MemStats
		c := newHostile(t, "http: {answers: sse}\nrules: [{when: {method: tools/call}, do: [{"+action+"}]}]")
		goruntime.ReadMemStats(&begin)
		c.send("/mcp", call, nil)
		goruntime.ReadMemStats(&end)
		made := end.TotalAlloc - begin.TotalAlloc
		assert.Check(t, made < 10*uint64(mostWaiting), "%s: %d MB", action, made>>20)
		assert.Equal(t, c.s.unread+c.s.kept, 0)
	}
}

// Progress is made one at a time: with a hundred thousand the first took more than 20 s.
func TestManyProgressNotifications(t *testing.T) {
	c := newHostile(t, "rules: [{when: {method: tools/call}, do: [{progress: 100000}]}]")
	var begin, end goruntime.MemStats
	goruntime.ReadMemStats(&begin)
	c.send("/mcp", fmt.Sprintf(callOf, "a", `,"_meta":{"progressToken":1}`), nil)
	goruntime.ReadMemStats(&end)
	made := end.TotalAlloc - begin.TotalAlloc
	assert.Check(t, made < 1<<30, "%d MB", made>>20)
	assert.Equal(t, c.s.kept, 0)
}
