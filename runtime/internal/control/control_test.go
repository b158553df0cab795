package control

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// fakeRuntime keeps what it was asked to load.
type fakeRuntime struct {
	loaded    []room.Definition
	providers []room.Provider
}

func (f *fakeRuntime) Load(p []room.Definition)              { f.loaded = append(f.loaded, p...) }
func (f *fakeRuntime) Providers(room.Entity) []room.Provider { return f.providers }
func (f *fakeRuntime) Tools(room.Entity) []toolbridge.Tool   { return nil }

func (f *fakeRuntime) Call(context.Context, room.Entity, string, json.RawMessage) (toolbridge.Output, error) {
	return toolbridge.Output{}, context.Canceled
}

// do asks a handler like a program on this machine.
func do(h http.Handler, method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost:40801"+path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestStatusBody(t *testing.T) {
	at := time.UnixMilli(1634567890123)
	got := string(StatusBody([]room.Provider{
		{ID: "a<b", State: room.Idle, Changed: at},
		{ID: "c", State: room.RoomConnecting, Attempts: 2, Changed: at, Err: "Connection refused", Retry: at.Add(5 * time.Second)},
	}))
	assert.Equal(t, got, `{"providers":[{"id":"a<b","state":"idle","attempts":0,"lastChangeAt":1634567890123},`+
		`{"id":"c","state":"connecting","attempts":2,"lastChangeAt":1634567890123,"lastError":"Connection refused","nextRetryAt":1634567895123}]}`)
	assert.Equal(t, string(StatusBody(nil)), `{"providers":[]}`)
}

func TestLoadCommands(t *testing.T) {
	long := strings.Repeat("x", MaxID+1)
	many := strings.Repeat(`{"id":"a","url":"ws://a"},`, MaxProviders) + `{"id":"a","url":"ws://a"}`
	for _, tc := range []struct{ body, want string }{
		{`{"providers":[{"id":"a","url":"ws://a"}]}`, `{"message":"MCP providers loading initiated","count":1}`},
		{`[]`, `{"error":"the body cannot be of type array: want an object"}`},
		{`{"providers":{}}`, `{"error":"providers cannot be of type object"}`},
		{`{"providers":[1]}`, `{"error":"providers cannot be of type number"}`},
		{`null`, `{"error":"No providers specified"}`},
		{` `, `{"error":"No providers specified"}`},
		{`{"providers":[{"id":"a\nb","url":"ws://a"}]}`, `{"error":"provider 1: id has control characters"}`},
		{`{"providers":[{"id":"` + long + `","url":"ws://a"}]}`, `{"error":"provider 1: id is longer than 200 bytes"}`},
		{`{"providers":[` + many + `]}`, `{"error":"1001 providers are more than 1000"}`},
	} {
		w := do(NewServer(&fakeRuntime{}, Guard{}), "POST", "/admin/mcp/load", tc.body)
		assert.Equal(t, w.Body.String(), tc.want)
		assert.Equal(t, w.Code == 200, strings.Contains(tc.want, "message"))
	}
	w := do(NewServer(&fakeRuntime{}, Guard{}), "POST", "/admin/mcp/load", `{"providers":[`)
	assert.Check(t, is.Contains(w.Body.String(), "the body is not JSON"))
	assert.Equal(t, w.Code, 400)
	w = do(NewServer(&fakeRuntime{}, Guard{}), "POST", "/admin/mcp/load", strings.Repeat(" ", MaxBody+1))
	assert.Equal(t, w.Code, 413)
}

func TestTheLastOfAnIDCounts(t *testing.T) {
	var r fakeRuntime
	w := do(NewServer(&r, Guard{}), "POST", "/admin/mcp/load",
		`{"providers":[{"id":"a","url":"ws://1"},{"id":"b","url":"ws://2"},{"id":"a","url":"ws://3"}]}`)
	assert.Equal(t, w.Body.String(), `{"message":"MCP providers loading initiated","count":3}`)
	assert.DeepEqual(t, r.loaded, []room.Definition{{ID: "a", URL: "ws://3"}, {ID: "b", URL: "ws://2"}})
}

// Every route of both roles stands behind the guard, but for health.
func TestEveryRouteIsGuarded(t *testing.T) {
	g := Guard{Token: "tok", Members: []Member{{Token: "mem", Entity: room.Entity{Role: room.Member}}}}
	bare, member, owner := []string{}, []string{"Authorization", "Bearer mem"}, []string{"Authorization", "Bearer tok"}
	// What becomes of a request without a token, with a member's, with the owner's: one that the guard lets in
	// has no body, and nothing else is said of it here.
	in := 0
	want := map[string][3]int{
		"POST /admin/mcp/load":  {401, 401, in},
		"GET /admin/mcp/status": {401, 401, in},
		"GET /status/mcp":       {401, in, in},
		"GET /tools":            {in, in, in}, // a visitor sees what is for everybody
		"POST /tools/call":      {in, in, in},
		"POST /mcp/load":        {401, 401, in},
		"GET /mcp/status":       {401, 401, in},
	}
	seen := map[string]bool{}
	for _, h := range []http.Handler{NewServer(&fakeRuntime{}, g), NewOperator(OperatorOptions{BaseURL: "x:", Guard: g, Clock: clock.Real()})} {
		for path, to := range h.(routes) {
			name := to.method + " " + path
			if seen[name] = true; name == "GET /health" {
				assert.Equal(t, do(h, to.method, path, "", "Host", "elsewhere.test").Code, 200)
				continue
			}
			codes, listed := want[name]
			assert.Assert(t, listed, "%s: a new route needs a line in this table", name)
			for i, token := range [][]string{bare, member, owner} {
				code := do(h, to.method, path, "", token...).Code
				assert.Check(t, codes[i] == code || codes[i] == in && code != 401 && code != 403, "%s %v: %d", name, token, code)
				for _, hostile := range [][]string{
					{"Host", "elsewhere.test"}, {"Origin", "http://elsewhere.test"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"},
				} {
					assert.Check(t, is.Equal(do(h, to.method, path, "", append(hostile, token...)...).Code, 403), "%s %v", name, hostile)
				}
			}
			assert.Check(t, is.Equal(do(h, to.method, path, "", "Authorization", "Bearer eve").Code, 401), name)
		}
	}
	assert.Equal(t, len(seen), len(want)+1)
}

func TestGuards(t *testing.T) {
	for _, tc := range []struct {
		guard  Guard
		header []string
		want   int
	}{
		{Guard{}, nil, 200},
		{Guard{}, []string{"Host", "127.0.0.1:1"}, 200},
		{Guard{}, []string{"Host", "[::1]:1"}, 200},
		{Guard{}, []string{"Host", "LOCALHOST"}, 200},
		{Guard{}, []string{"Host", ""}, 403},
		{Guard{}, []string{"Host", "elsewhere.test:40801", "Origin", "http://elsewhere.test:40801"}, 403},
		{Guard{Hosts: []string{"room.test"}}, []string{"Host", "room.test:1"}, 200},
		{Guard{AnyHost: true}, []string{"Host", "room.test"}, 200},
		{Guard{}, []string{"Origin", "http://localhost:40801"}, 200},
		{Guard{}, []string{"Origin", "http://localhost:3000"}, 403},
		{Guard{}, []string{"Origin", "null"}, 403},
		{Guard{}, []string{"Origin", "://"}, 403},
		{Guard{}, []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{Guard{}, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{Guard{Token: "tok"}, nil, 401},
		{Guard{Token: "tok"}, []string{"Authorization", "Bearer to"}, 401},
		{Guard{Token: "tok"}, []string{"Authorization", "Basic tok"}, 401},
		{Guard{Token: "tok"}, []string{"Authorization", "Bearer tokk"}, 401},
		{Guard{Token: "tok"}, []string{"Authorization", "bearer tok"}, 200},
	} {
		for _, route := range []struct{ method, path string }{{"POST", "/admin/mcp/load"}, {"GET", "/admin/mcp/status"}, {"GET", "/status/mcp"}} {
			w := do(NewServer(&fakeRuntime{}, tc.guard), route.method, route.path, `{"providers":[{"id":"a","url":"ws://a"}]}`, tc.header...)
			assert.Equal(t, w.Code, tc.want, "%s %+v %q", route.path, tc.guard, tc.header)
		}
	}
}

// upstream is a room server that an operator finds without a network.
func upstream(t *testing.T, h http.Handler) OperatorOptions {
	t.Helper()
	l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	done := make(chan error, 1)
	go func() { done <- Serve(l, h) }()
	t.Cleanup(func() { assert.NilError(t, l.Close()); assert.NilError(t, <-done) })
	return OperatorOptions{BaseURL: "http://localhost:40801/", Clock: clock.Real(), Dial: l.dial}
}

type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *pipeListener) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	l.conns <- server
	return client, nil
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { l.once.Do(func() { close(l.closed) }); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func TestAnOperatorForwards(t *testing.T) {
	r := &fakeRuntime{providers: []room.Provider{{ID: "a", State: room.Idle, Changed: time.UnixMilli(1)}}}
	o := upstream(t, NewServer(r, Guard{Token: "tok"}))
	o.Token = "tok"
	h := NewOperator(o)
	assert.Equal(t, do(h, "POST", "/mcp/load", `{}`).Body.String(), `{"error":"No providers specified"}`)
	w := do(h, "POST", "/mcp/load", `{"providers":[{"id":"b","url":"ws://b","visibility":"room"}]}`)
	assert.Equal(t, w.Body.String(), `{"message":"MCP providers loaded","count":1}`)
	assert.DeepEqual(t, r.loaded, []room.Definition{{ID: "b", URL: "ws://b", Visibility: "room"}})
	assert.Equal(t, do(h, "GET", "/mcp/status", "").Body.String(), `{"providers":[{"id":"a","state":"idle","attempts":0,"lastChangeAt":1}]}`)
	assert.Equal(t, do(h, "GET", "/health", "").Body.String(), `{"status":"healthy"}`)
	assert.Equal(t, do(h, "DELETE", "/health", "").Header().Get("Allow"), "GET")

	o.Token, o.Providers = "wrong", []room.Definition{{ID: "c", URL: "ws://c"}}
	w = do(NewOperator(o), "POST", "/mcp/load", ``)
	assert.Equal(t, w.Code, 401, "what the server says is passed on")
	o.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("refused") }
	w = do(NewOperator(o), "GET", "/mcp/status", "")
	assert.Equal(t, w.Code, 502)
	assert.Equal(t, w.Body.String(), `{"error":"the room server cannot be reached: refused"}`)
	o.BaseURL = "http://user:secret@localhost:x"
	w = do(NewOperator(o), "GET", "/mcp/status", "")
	assert.Equal(t, w.Code, 502)
	assert.Check(t, !strings.Contains(w.Body.String(), "secret"))
}

func FuzzLoadCommand(f *testing.F) {
	for _, seed := range []string{``, `{}`, `{"providers":[{"id":"a","url":"ws://a"}]}`, `{"providers":[{"id":1}]}`, `{"providers":null}`, `[`, `{"providers":[null]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		providers, err := parseLoad(data)
		if err != nil {
			assert.Assert(t, providers == nil)
			assert.Assert(t, json.Valid(encode(map[string]string{"error": err.Error()})))
			return
		}
		for _, p := range providers {
			assert.NilError(t, check(p))
		}
		again, err := parseLoad(encode(loadRequest{providers}))
		assert.NilError(t, err)
		assert.DeepEqual(t, again, providers)
	})
}

func TestABodyThatCannotBeReadIsAnAnswer(t *testing.T) {
	r := httptest.NewRequest("POST", "http://localhost/admin/mcp/load", io.MultiReader(strings.NewReader("{"), brokenReader{}))
	w := httptest.NewRecorder()
	NewServer(&fakeRuntime{}, Guard{}).ServeHTTP(w, r)
	assert.Equal(t, w.Code, 400)
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("gone") }
