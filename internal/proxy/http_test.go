package proxy_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/internal/proxy"
)

// inFront starts a proxy in front of a server that a test plays, and returns its URL.
func inFront(t testing.TB, o proxy.Options, server http.HandlerFunc) string {
	t.Helper()
	real := httptest.NewServer(server)
	t.Cleanup(real.Close)
	return inFrontOf(t, o, real.URL, http.DefaultTransport.(*http.Transport).Clone())
}

func inFrontOf(t testing.TB, o proxy.Options, server string, transport *http.Transport) string {
	t.Helper()
	transport.DisableCompression = true
	to, err := url.Parse(server)
	assert.NilError(t, err)
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	l, err := o.Link.Listener(inner)
	assert.NilError(t, err)
	front := &http.Server{Handler: proxy.New(o).Handler(to, transport, func(err error) { t.Log(err) })}
	done := make(chan struct{})
	go func() { defer close(done); _ = front.Serve(l) }()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = front.Close()
		_ = l.Close()
		<-done
	})
	return "http://" + inner.Addr().String()
}

// answersWith is a server that gives each call the same answer.
func answersWith(form, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", form)
		_, _ = io.WriteString(w, body)
	}
}

const (
	sse  = "text/event-stream"
	oneE = "event: message\r\nid: 7\r\ndata: " + `{"jsonrpc":"2.0","id":1,"result":{"n":1}}` + "\r\n\r\n"
	note = ": ping\n\nid: 6\ndata: " + `{"jsonrpc":"2.0","method":"notifications/progress"}` + "\n\n"
)

func post(t testing.TB, url, body string) (*http.Response, string, error) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp, string(text), err
}

// Each action does to HTTP answers what it says; what it does not concern stays as it is.
func TestActionsOnRealAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		rules, form, body string
		want              string
		status            int
		fails             bool
	}{
		"nothing":          {none, sse, note + oneE, note + oneE, 200, false},
		"another tool":     {`[{when: {tool: aa}, do: [never]}]`, sse, note + oneE, note + oneE, 200, false},
		"duplicate":        {`[{when: {tool: a}, do: [duplicate]}]`, sse, note + oneE, note + oneE + oneE, 200, false},
		"patch":            {`[{when: {tool: a}, do: [{patch: {n: 2}}]}]`, sse, note + oneE, note + "event: message\nid: 7\n" + `data: {"jsonrpc":"2.0","id":1,"result":{"n":2}}` + "\n\n", 200, false},
		"split":            {`[{when: {tool: a}, do: [{split: {every: 9, gap: 1ms}}]}]`, sse, note + oneE, note + oneE, 200, false},
		"raw":              {`[{when: {tool: a}, do: [{raw: "x\n\n"}]}]`, sse, note + oneE, note + "x\n\n" + oneE, 200, false},
		"the server's":     {`[{when: {method: notifications/progress}, do: [never]}]`, sse, note + oneE, ": ping\n\n" + oneE, 200, false},
		"notify":           {`[{when: {tool: a}, do: [{notify: a/b}]}]`, sse, oneE, `data: {"jsonrpc":"2.0","method":"a/b"}` + "\n\n" + oneE, 200, false},
		"cut at an event":  {`[{when: {method: notifications/*}, do: [{sse: {cut: 2}}]}]`, sse, note + oneE + oneE, note, 200, true},
		"end at an event":  {`[{when: {method: notifications/*}, do: [{sse: {cut: 2, end: eof}}]}]`, sse, note + oneE, note, 200, false},
		"drop":             {`[{when: {tool: a}, do: [drop]}]`, sse, note + oneE, note, 200, true},
		"status of events": {`[{when: {tool: a}, do: [{status: {code: 503, body: busy}}]}]`, sse, note + oneE, "busy", 503, false},
		"JSON":             {none, "application/json", answerOne, answerOne, 200, false},
		"JSON patched":     {`[{when: {tool: a}, do: [{patch: {n: 2}}]}]`, "application/json", answerOne, `{"jsonrpc":"2.0","id":1,"result":{"n":2}}` + "\r\n", 200, false},
		"JSON cut":         {`[{when: {tool: a}, do: [{drop: 9}]}]`, "application/json", answerOne, answerOne[:9], 200, true},
		"JSON and status":  {`[{when: {tool: a}, do: [{status: {code: 400, answer: true}}]}]`, "application/json", answerOne, answerOne, 400, false},
		"no answer":        {`[{when: {tool: a}, do: [drop]}]`, "application/json", answerOne, "", 0, true},
		"in its place":     {`[{when: {tool: a, from: client}, do: [{error: {code: -1, message: no}}]}]`, "application/json", "asked", `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`, 200, false},
		"by a header":      {`[{when: {header: {Content-Type: application/json}, verb: POST}, do: [{status: 401}]}]`, "application/json", answerOne, "", 401, false},
		"another verb":     {`[{when: {verb: GET}, do: [{status: 401}]}]`, "application/json", answerOne, answerOne, 200, false},
		"wrongly declared": {`[{when: {tool: a}, do: [{encode: {as: identity, declare: br}}]}]`, sse, note + oneE, note + oneE, 200, false},
		"not JSON":         {`[{when: {tool: a}, do: [{patch: {n: 2}}]}]`, "text/html", "<p>", "<p>", 200, false},
	} {
		t.Run(name, func(t *testing.T) {
			front := inFront(t, proxy.Options{Rules: rulesOf(t, tc.rules)}, answersWith(tc.form, tc.body))
			resp, body, err := post(t, front, callOne)
			assert.Equal(t, err != nil, tc.fails, "%v", err)
			assert.Check(t, is.Equal(body, tc.want))
			if resp != nil {
				assert.Check(t, is.Equal(resp.StatusCode, tc.status))
			}
		})
	}
}

// An answer is sent in the coding that a rule says, whole, torn, or wrongly declared; the
// server is asked for one that can be read on the way.
func TestRealAnswersInACoding(t *testing.T) {
	for name, tc := range map[string]struct {
		form, body, do, declared string
		torn                     bool
	}{
		"JSON":           {"application/json", answerOne, "encode: gzip", "gzip", false},
		"a stream":       {sse, note + oneE, "encode: gzip", "gzip", false},
		"not declared":   {sse, oneE, `encode: {as: gzip, declare: ""}`, "", false},
		"torn":           {"application/json", answerOne, "encode: {as: gzip, cut: 30}", "gzip", true},
		"torn by a cut":  {sse, oneE, "encode: gzip | drop: 30", "gzip", true},
		"and in pieces":  {sse, oneE, "encode: gzip | split: {every: 7}", "gzip", false},
		"and its status": {"application/json", answerOne, "encode: gzip | status: {code: 500, answer: true}", "gzip", false},
	} {
		t.Run(name, func(t *testing.T) {
			front := inFront(t, proxy.Options{Rules: rulesOf(t, "[{when: {tool: a}, do: [{"+strings.ReplaceAll(tc.do, " | ", "}, {")+"}]}]")}, func(w http.ResponseWriter, r *http.Request) {
				assert.Check(t, is.Equal(r.Header.Get("Accept-Encoding"), "identity"))
				answersWith(tc.form, tc.body)(w, r)
			})
			asked, err := http.NewRequest("POST", front, strings.NewReader(callOne))
			assert.NilError(t, err)
			asked.Header.Set("Accept-Encoding", "br, gzip")
			resp, err := http.DefaultClient.Do(asked)
			assert.NilError(t, err)
			defer resp.Body.Close()
			assert.Check(t, is.Equal(resp.Header.Get("Content-Encoding"), tc.declared))
			unpacked, err := gzip.NewReader(resp.Body)
			assert.NilError(t, err)
			text, err := io.ReadAll(unpacked)
			assert.Equal(t, err != nil, tc.torn, "%v", err)
			if !tc.torn {
				assert.Check(t, is.Equal(string(text), tc.body))
			}
		})
	}
}

// An event is passed on when it is complete, while the stream goes on.
func TestEventsAreNotHeldBack(t *testing.T) {
	for _, rules := range []string{"[]", none} {
		next := make(chan struct{})
		front := inFront(t, proxy.Options{Rules: rulesOf(t, rules)}, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", sse)
			for n := range 3 {
				_, _ = fmt.Fprintf(w, "data: %d\n\n", n)
				_ = http.NewResponseController(w).Flush()
				<-next
			}
		})
		resp, err := http.Get(front)
		assert.NilError(t, err)
		lines := bufio.NewReader(resp.Body)
		for n := range 3 {
			line, err := lines.ReadString('\n')
			assert.NilError(t, err)
			assert.Equal(t, line, fmt.Sprintf("data: %d\n", n))
			_, _ = lines.ReadString('\n')
			next <- struct{}{}
		}
		_ = resp.Body.Close()
	}
}

// What HTTP itself does passes: verbs, statuses, headers, encodings, and redirects, which lead
// to the proxy. Only what rules have to read is not asked for in a coding.
func TestHTTPPasses(t *testing.T) {
	for rules, accepted := range map[string]string{"[]": "br", none: "identity"} {
		t.Run(accepted, func(t *testing.T) { httpPasses(t, rules, accepted) })
	}
}

func httpPasses(t *testing.T, rules, accepted string) {
	front := inFront(t, proxy.Options{Rules: rulesOf(t, rules)}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, "http://"+r.Host+"/home?x=1", http.StatusTemporaryRedirect)
		case "/packed":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, "\x1f\x8bnot really")
		default:
			w.Header().Set("X-Seen", r.Method+" "+r.Header.Get("Mcp-Session-Id")+" "+r.Header.Get("Accept-Encoding")+" "+r.Header.Get("X-Forwarded-For"))
			w.WriteHeader(http.StatusTeapot)
		}
	})
	ask := func(method, path string) *http.Response {
		r, err := http.NewRequest(method, front+path, nil)
		assert.NilError(t, err)
		r.Header.Set("Mcp-Session-Id", "s1")
		r.Header.Set("Accept-Encoding", "br")
		resp, err := http.DefaultTransport.RoundTrip(r)
		assert.NilError(t, err)
		t.Cleanup(func() { _ = resp.Body.Close() })
		return resp
	}
	for _, verb := range []string{"GET", "DELETE", "OPTIONS"} {
		resp := ask(verb, "/")
		assert.Check(t, is.Equal(resp.StatusCode, http.StatusTeapot))
		assert.Check(t, is.Equal(resp.Header.Get("X-Seen"), verb+" s1 "+accepted))
	}
	assert.Check(t, is.Equal(ask("GET", "/away").Header.Get("Location"), front+"/home?x=1"))
	packed, err := io.ReadAll(ask("GET", "/packed").Body)
	assert.NilError(t, err)
	assert.Check(t, is.Equal(string(packed), "\x1f\x8bnot really"))
}

// An answer that begins before the request has ended passes, and so does a long one.
func TestLongBodiesPass(t *testing.T) {
	for _, rules := range []string{"[]", none} {
		front := inFront(t, proxy.Options{Rules: rulesOf(t, rules)}, func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).EnableFullDuplex()
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.Copy(w, r.Body)
		})
		long := `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", 10<<20) + `"}`
		_, body, err := post(t, front, long)
		assert.NilError(t, err)
		assert.Check(t, body == long)
	}
}

// The server is asked over TLS, and over HTTP/2 if it likes; what it breaks is broken for the
// client.
func TestServersOfAllKinds(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	secure.EnableHTTP2 = true
	secure.StartTLS()
	defer secure.Close()
	transport := secure.Client().Transport.(*http.Transport).Clone()
	_, body, err := post(t, inFrontOf(t, proxy.Options{}, secure.URL, transport), "{}")
	assert.NilError(t, err)
	assert.Equal(t, body, "HTTP/2.0")

	rude := inFront(t, proxy.Options{}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "half")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	_, body, err = post(t, rude, "{}")
	assert.Check(t, err != nil)
	assert.Equal(t, body, "half")

	_, _, err = post(t, inFrontOf(t, proxy.Options{}, "http://127.0.0.1:1", &http.Transport{}), "{}")
	assert.Check(t, err != nil)
}

// The faults of links work on the connections of real clients.
func TestFaultsOnRealConnections(t *testing.T) {
	for fault, broken := range map[string]bool{
		"latency 5ms": false, "slicer 3": false, "refuse": true, "reset_peer atbyte 20 down": true, "limit_data 10 up": true, "corrupt nth 1 down": true,
	} {
		link := proxy.NewLink(1, nil)
		_, err := link.Add(fault)
		assert.NilError(t, err)
		front := inFront(t, proxy.Options{Link: link}, answersWith("application/json", answerOne))
		resp, body, err := post(t, front, callOne)
		same := err == nil && body == answerOne && resp.Header.Get("Content-Type") == "application/json" && resp.Header.Get("Date") != ""
		if fault != "corrupt nth 1 down" { // the bit may lie where this test does not look
			assert.Check(t, is.Equal(!same, broken), "%s: %v %q", fault, err, body)
		}
		assert.Check(t, is.Len(link.NeverActed(), 0), fault)
		http.DefaultClient.CloseIdleConnections()
		t.Cleanup(link.Close)
	}
	link := proxy.NewLink(1, nil)
	defer link.Close()
	_, err := link.Add("no_such_host")
	assert.ErrorContains(t, err, "clients resolve names themselves")
}

// Any event stream passes as it is, however it is cut and however its lines end, while each
// of its events is looked at.
func TestEventStreamsPassAsTheyAre(t *testing.T) {
	pieces := make(chan [][]byte, 1)
	front := inFront(t, proxy.Options{Rules: rulesOf(t, none)}, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", sse)
		for _, piece := range <-pieces {
			_, _ = w.Write(piece)
			_ = http.NewResponseController(w).Flush()
		}
	})
	parts := rapid.SliceOfN(rapid.Map(rapid.SampledFrom([]string{
		"\r", "\n", "\r\n", "\n\n", "data: ", "data:", "id: 1", ": x", "{", `{"jsonrpc":"2.0","id":1,"result":{}}`, "\ufeff", "\xff", "x",
	}), func(s string) []byte { return []byte(s) }), 0, 25)
	rapid.Check(t, func(rt *rapid.T) {
		sent := parts.Draw(rt, "parts")
		pieces <- sent
		_, body, err := post(t, front, callOne)
		assert.NilError(rt, err)
		assert.Equal(rt, body, string(bytes.Join(sent, nil)))
	})
}

// Over HTTP+SSE (2024-11-05) a message belongs to the connection whose stream has named its
// endpoint: rules meet the answers that come on that stream, of each client for itself.
func TestActionsOnTheOldTransport(t *testing.T) {
	answers := map[string]chan string{"1": make(chan string, 1), "2": make(chan string, 1)}
	streams := 0
	front := inFront(t, proxy.Options{Rules: rulesOf(t, `[{when: {tool: a, connection: 2}, do: [{patch: {n: 2}}]}]`)}, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" {
			w.WriteHeader(202)
			answers[r.URL.Query().Get("s")] <- oneE
			return
		}
		streams++
		w.Header().Set("Content-Type", sse)
		origin := []string{"", "http://" + r.Host}[streams-1] // an address leads past the proxy
		_, _ = fmt.Fprintf(w, ": hello\n\nevent: endpoint\ndata: %s/messages?s=%d\n\n", origin, streams)
		_ = http.NewResponseController(w).Flush()
		_, _ = io.WriteString(w, <-answers[fmt.Sprint(streams)])
	})
	for n, want := range []string{`"n":1`, `"n":2`} {
		stream, err := http.Get(front + "/sse")
		assert.NilError(t, err)
		in := bufio.NewReader(stream.Body)
		endpoint := ""
		for !strings.HasPrefix(endpoint, "data: ") {
			endpoint, err = in.ReadString('\n')
			assert.NilError(t, err)
		}
		_, _, err = post(t, front+strings.TrimSpace(endpoint[len("data: "):]), callOne)
		assert.NilError(t, err)
		rest, err := io.ReadAll(in)
		assert.NilError(t, err)
		assert.Check(t, is.Contains(string(rest), want), "client %d", n+1)
		_ = stream.Body.Close()
	}
}

// What is told of a server that cannot be understood has no secret of the request in it: the
// server may say in a broken head what it was told.
func TestFailuresHaveNoSecrets(t *testing.T) {
	for _, broken := range []string{"HTTP/1.1 200 OK\r\nHeader ", "HTTP/1.1 ", "HTTP/1.1 200 OK\r\nTransfer-Encoding: ", "HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: "} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		assert.NilError(t, err)
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
			r, err := http.ReadRequest(bufio.NewReader(c))
			if err == nil {
				_, _ = io.Copy(io.Discard, r.Body) // a request that is not read may fail for that
				_, _ = fmt.Fprintf(c, "%s%s,%s,%s\r\n\r\n", broken, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), r.Header.Get("X-Api-Key"), r.URL.Query().Get("key"))
				_, _ = io.Copy(io.Discard, c)
			}
		}()
		to, err := url.Parse("http://" + l.Addr().String())
		assert.NilError(t, err)
		told := make(chan string, 1)
		front := httptest.NewServer(proxy.New(proxy.Options{}).Handler(to, &http.Transport{}, func(err error) { told <- err.Error() }))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front.URL+"/mcp?key=CANARY-query", strings.NewReader("{}"))
		assert.NilError(t, err)
		r.Header.Set("Authorization", "Bearer CANARY-bearer")
		r.Header.Set("X-Api-Key", "CANARY-key")
		if resp, err := front.Client().Do(r); err == nil {
			_ = resp.Body.Close()
		}
		text := <-told
		assert.Check(t, !strings.Contains(text, "CANARY") && strings.Contains(text, "[redacted],[redacted],[redacted]"), "%q: %s", broken, text)
		front.Close()
		_ = l.Close()
	}
}
