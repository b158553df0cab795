//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// site is a server that wants a new token for every call but the first
// messages, and the token endpoint beside it. It keeps what it was sent.
type site struct {
	mu      sync.Mutex
	headers []string
	grants  int
}

func (s *site) serve(t *testing.T) *httptest.Server {
	fake, err := fakeserver.New(&fakeserver.Script{Name: "docs"}, fakeserver.Options{})
	assert.NilError(t, err)
	web := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.grants++
			_, _ = fmt.Fprintf(rw, `{"access_token":"SECRET-access-%d","refresh_token":"SECRET-refresh-%d"}`, s.grants+1, s.grants+1)
			return
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		sent := r.Header.Get("Authorization") + " " + r.Header.Get("X-Command") + " " + r.Header.Get("X-Variable")
		s.mu.Lock()
		s.headers = append(s.headers, sent)
		s.mu.Unlock()
		if strings.Contains(string(body), "tools/call") && strings.Contains(sent, "access-1") {
			http.Error(rw, "who are you", http.StatusUnauthorized)
			return
		}
		fake.Handler().ServeHTTP(rw, r)
	}))
	t.Cleanup(func() { fake.Close(); web.CloseClientConnections(); web.Close() })
	return web
}

// What was looked up, printed or granted is sent, and is nowhere in what a host
// keeps, shows, reports or returns: with the real shell, over a real socket.
func TestNothingResolvedIsKept_OMP_LC_29(t *testing.T) {
	var s site
	web := s.serve(t)
	var mu sync.Mutex
	var events []event.Event
	store := new(secrets.Memory)
	assert.NilError(t, secrets.Save(t.Context(), store, "login", secrets.Credential{
		Access: "SECRET-access-1", Refresh: "SECRET-refresh-1", Expires: time.Now().Add(time.Hour),
	}))
	env := func(name string) (string, bool) { return "SECRET-variable", name == "DOCS_TOKEN" }
	h, err := host.New(host.OhMyPi(), host.Env{
		LookupEnv: env, Credentials: store, Environ: func() []string { return []string{"PATH=/usr/bin:/bin", "VAULT=SECRET-printed"} },
		Events: event.SinkFunc(func(e event.Event) { mu.Lock(); defer mu.Unlock(); events = append(events, e) }),
	})
	assert.NilError(t, err)
	result := h.Start(t.Context(), []config.Server{{
		Name: "docs", Type: config.HTTP, URL: web.URL + "/mcp",
		Headers: map[string]string{"X-Command": `!echo "$VAULT"`, "X-Failing": `!echo "$VAULT"; exit 1`, "X-Variable": "DOCS_TOKEN"},
		Auth:    json.RawMessage(`{"type":"oauth","credentialId":"login","tokenUrl":"` + web.URL + `/token"}`),
	}})
	out, err := h.Call(context.Background(), "mcp__docs_echo", json.RawMessage(`{"text":"hello"}`))
	assert.NilError(t, err)
	assert.Equal(t, out.Text, "hello")

	views, err := json.Marshal(slices.Collect(h.Servers()))
	assert.NilError(t, err)
	text := fmt.Sprintf("%#v %+v %s %#v %+v %#v %#v", slices.Collect(h.Servers()), slices.Collect(h.Servers()), views, result, result, slices.Collect(h.Tools()), out)
	h.Close()
	mu.Lock()
	text += fmt.Sprintf("%+v", events)
	mu.Unlock()
	assert.Check(t, !strings.Contains(text, "SECRET"), text)
	assert.Check(t, strings.Contains(text, "headers.X-Failing is left out"), text)

	s.mu.Lock()
	defer s.mu.Unlock()
	assert.Equal(t, s.headers[0], "Bearer SECRET-access-1 SECRET-printed SECRET-variable")
	assert.Check(t, strings.Contains(strings.Join(s.headers, "\n"), "Bearer SECRET-access-2 SECRET-printed SECRET-variable"))
	assert.Equal(t, s.grants, 1)
}
