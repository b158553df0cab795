package streamhttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// bodies is a program's round tripper that knows which answers have not been closed.
type bodies struct {
	mu   sync.Mutex
	open map[*body]string
}

type body struct {
	io.ReadCloser
	of *bodies
}

func (b *bodies) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && resp.Body != http.NoBody {
		b.mu.Lock()
		defer b.mu.Unlock()
		one := &body{resp.Body, b}
		resp.Body, b.open[one] = one, r.Method+" "+resp.Status
	}
	return resp, err
}

func (b *body) Close() error {
	b.of.mu.Lock()
	delete(b.of.open, b)
	b.of.mu.Unlock()
	return b.ReadCloser.Close()
}

func (b *bodies) left() (all []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, what := range b.open {
		all = append(all, what)
	}
	return all
}

// manners answers each method, and each verb, in a way of its own.
func manners(rw http.ResponseWriter, r *http.Request) {
	sent, _ := io.ReadAll(r.Body)
	m, _ := jsonrpc.Parse(sent)
	says := func(status int, contentType, text string) {
		rw.Header().Set("Content-Type", contentType)
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, text)
	}
	answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, m.ID)
	switch rw.Header().Set("Mcp-Session-Id", "s"); m.Method {
	case "json":
		says(200, "application/json", answer)
	case "events":
		says(200, "text/event-stream", "data: "+answer+"\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n\n")
	case "encoded":
		rw.Header().Set("Content-Encoding", "br")
		says(200, "application/json", answer)
	case "session":
		rw.Header().Set("Mcp-Session-Id", strings.Repeat("s", MaxSessionID+1))
		says(200, "application/json", answer)
	case "moved", "lost":
		to := map[string]string{"moved": "/there", "lost": "http://elsewhere.test/"}[m.Method]
		if r.URL.Path == "/there" {
			says(200, "application/json", answer)
			return
		}
		rw.Header().Set("Location", to)
		says(307, "text/plain", "gone")
	case "refused":
		says(401, "text/plain", "who are you?")
	default: // notifications, answers, GET and DELETE
		says(200, "application/json", "{}")
	}
}

// TestEveryBodyIsClosed: a program's round tripper may count on it.
func TestEveryBodyIsClosed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(manners))
	defer server.Close()
	wire := &bodies{open: map[*body]string{}}
	tr := New(filled(Options{URL: server.URL, HTTP: wire}))
	tr.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) {
		return map[string]string{"A": "b"}, nil
	})
	assert.NilError(t, tr.Connect(background))
	tr.Listen(background)
	for _, method := range []string{"json", "events", "encoded", "session", "moved", "lost", "refused", "odd"} {
		_, err := tr.Request(background, method, nil)
		assert.Equal(t, err == nil, method == "json" || method == "events" || method == "moved", "%s: %v", method, err)
		_ = tr.Notify(method, nil)
	}
	assert.NilError(t, tr.Close())
	assert.DeepEqual(t, wire.left(), []string(nil))

	old := NewLegacy(filled(Options{URL: server.URL, HTTP: wire, Timeout: time.Second}))
	assert.ErrorContains(t, old.Connect(background), "the answer is no event stream")
	assert.NilError(t, old.Close())
	assert.DeepEqual(t, wire.left(), []string(nil))
}
