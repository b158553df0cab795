package simplecall_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/internal/simplecall"
)

// answering starts a server; each request is answered in the same way.
func answering(t *testing.T, answer http.HandlerFunc) string {
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL + "/mcp?key=secret-1"
}

func TestCallSendsOneRequest(t *testing.T) {
	var got []string
	var head http.Header
	url := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Method+" "+r.URL.RequestURI()+" "+string(body))
		head = r.Header
		w.Header().Set("Mcp-Session-Id", "session-1")
		fmt.Fprint(w, "event: message\ndata: {\"id\":\"other\",\"error\":{\"code\":-1}}\n\n")
	})
	caller := simplecall.Caller{NewID: func() string { return "id1" }}
	for range 2 {
		answer, err := caller.Call(url, "tools/call", map[string]string{"name": "search"})
		assert.NilError(t, err)
		assert.Equal(t, string(answer), `{"id":"other","error":{"code":-1}}`)
	}
	_, err := caller.Call(url, "tools/list", nil)
	assert.NilError(t, err)
	call := `POST /mcp?key=secret-1 {"jsonrpc":"2.0","id":"id1","method":"tools/call","params":{"name":"search"}}`
	list := `POST /mcp?key=secret-1 {"jsonrpc":"2.0","id":"id1","method":"tools/list","params":{}}`
	assert.DeepEqual(t, got, []string{call, call, list})
	assert.Equal(t, head.Get("Content-Type"), "application/json")
	assert.Equal(t, head.Get("Accept"), "application/json, text/event-stream")
	assert.Check(t, is.Len(head.Values("Mcp-Session-Id"), 0))
}

func TestIDsAreRandomWords(t *testing.T) {
	ids := map[string]bool{}
	word := regexp.MustCompile(`"id":"([0-9a-z]{1,13})"`)
	url := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := word.FindSubmatch(body)
		assert.Check(t, is.Len(m, 2), string(body))
		ids[string(m[1])] = true
		fmt.Fprint(w, "{}")
	})
	for range 10 {
		_, err := simplecall.Caller{}.Call(url, "ping", nil)
		assert.NilError(t, err)
	}
	assert.Equal(t, len(ids), 10)
}

func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"status":    {status(503), "MCP request failed: 503 Service Unavailable"},
		"no JSON":   {text("<html>"), "Failed to parse MCP response"},
		"no space":  {text("data:{}\n\n"), "Failed to parse MCP response"},
		"malformed": {text("data: {\n\n"), "parsing a data line: unexpected end of JSON input"},
		"too long":  {text(strings.Repeat(" ", simplecall.MaxBody) + "1"), "MCP response is too long"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "10")
			fmt.Fprint(w, "{}")
		}, "reading the answer: unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := simplecall.Caller{}.Call(answering(t, c.answer), "ping", nil)
			assert.Check(t, is.Error(err, c.want))
			assert.Check(t, answer == nil)
		})
	}
	var refused *simplecall.StatusError
	_, err := simplecall.Caller{}.Call(answering(t, status(404)), "ping", nil)
	assert.Check(t, errors.As(err, &refused) && refused.Status == 404)
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }
}

func TestErrorsDoNotShowTheURL(t *testing.T) {
	server := httptest.NewServer(status(200))
	server.Close()
	for _, url := range []string{server.URL + "?key=secret-1", "http://a b/?key=secret-1", "ftp://x/?key=secret-1"} {
		_, err := simplecall.Caller{}.Call(url, "ping", nil)
		assert.Assert(t, err != nil)
		assert.Check(t, !strings.Contains(err.Error(), "secret-1"), err)
	}
	_, err := simplecall.Caller{}.Call(server.URL, "ping", func() {})
	assert.Check(t, is.ErrorContains(err, "encoding the request: "))
}

// A redirect within the origin is followed, any other is the answer: what is sent is for the
// server alone.
func TestRedirectsStayWithinTheOrigin(t *testing.T) {
	var asked int
	other := answering(t, func(w http.ResponseWriter, _ *http.Request) { asked++; fmt.Fprint(w, "{}") })
	for to, want := range map[string]string{other: "MCP request failed: 307 Temporary Redirect", "/there": "", "/mcp": "MCP request failed: 307 Temporary Redirect"} {
		url := answering(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/there" {
				fmt.Fprint(w, "{}")
				return
			}
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
		})
		_, err := simplecall.Caller{}.Call(url, "tools/call", nil)
		assert.Check(t, err == nil && want == "" || err != nil && err.Error() == want, "%s: %v", to, err)
	}
	assert.Equal(t, asked, 0)
}

// Neither headers nor the text of a status are taken in full length.
func TestHeadsAreBounded(t *testing.T) {
	long := strings.Repeat("x", 2<<20)
	url := answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", long) })
	_, err := simplecall.Caller{}.Call(url, "tools/call", nil)
	assert.ErrorContains(t, err, "server response headers exceeded 1048576 bytes")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	defer listener.Close()
	go func() {
		if c, err := listener.Accept(); err == nil {
			if _, err := http.ReadRequest(bufio.NewReader(c)); err == nil { // an answer before it is none
				_, _ = io.WriteString(c, "HTTP/1.1 500 "+long[:100_000]+"\r\nContent-Length: 0\r\n\r\n")
			}
			_, _ = io.Copy(io.Discard, c)
		}
	}()
	_, err = simplecall.Caller{}.Call("http://"+listener.Addr().String(), "tools/call", nil)
	assert.ErrorContains(t, err, "MCP request failed: 500 xxx")
	assert.Check(t, len(err.Error()) < 2000)
}
