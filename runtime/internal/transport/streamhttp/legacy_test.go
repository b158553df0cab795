package streamhttp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func mustParse(t testing.TB, raw string) *url.URL {
	u, err := url.Parse(raw)
	assert.NilError(t, err)
	return u
}

func TestResolveEndpoint_FF_70(t *testing.T) {
	for endpoint, want := range map[string]string{
		"/m?s=1":                     "http://docs.test/m?s=1",
		"m":                          "http://docs.test/a/m",
		"?s=1":                       "http://docs.test/a/sse?s=1",
		"http://docs.test/m":         "http://docs.test/m",
		"http://docs.test:80/m":      "http://docs.test:80/m",
		"HTTP://DOCS.test/m":         "http://DOCS.test/m",
		"http://me:pw@docs.test/m#f": "http://docs.test/m",
		"":                           "http://docs.test/a/sse",
		"http://evil.test/m":         "",
		"//evil.test/m":              "",
		"https://docs.test/m":        "",
		"http://docs.test:8080/m":    "",
		"http://docs.test.evil/m":    "",
		"http://docs.test@evil/m":    "",
		"javascript:alert(1)":        "",
		"http://[::1":                "",
		"\x00":                       "",
	} {
		to, err := resolveEndpoint(mustParse(t, "http://docs.test/a/sse"), endpoint)
		if want != "" {
			assert.NilError(t, err, endpoint)
			assert.Equal(t, to.String(), want)
			continue
		}
		bad := (*EndpointError)(nil)
		assert.Check(t, errors.As(err, &bad), "%q became %v", endpoint, to)
	}
}

// Whatever a stream says, messages and their credentials stay with its origin.
func FuzzResolveEndpoint(f *testing.F) {
	for _, seed := range []string{"/m?s=1", "//evil.test", "http://docs.test@evil", `\\evil.test/x`, "http:evil.test", "/%2f/evil"} {
		f.Add(seed)
	}
	stream := mustParse(f, "http://docs.test/sse")
	f.Fuzz(func(t *testing.T, endpoint string) {
		if to, err := resolveEndpoint(stream, endpoint); err == nil {
			assert.Equal(t, to.Scheme, "http")
			assert.Check(t, strings.EqualFold(strings.TrimSuffix(to.Host, ":80"), "docs.test"), to)
			assert.Check(t, to.User == nil)
		}
	})
}

// old makes a transport of HTTP+SSE beside that of the world, which is not used.
func (w *world) old(timeout time.Duration) *Legacy {
	l := NewLegacy(filled(Options{
		Name: "docs", URL: "http://docs.test/sse", Clock: w.sim.Clock("docs"), IDs: jsonrpc.Integers(),
		Wires: &Wires{Dial: w.net.Dial("client")}, Timeout: timeout,
	}))
	l.SetCallbacks(w.Callbacks())
	return l
}

// oldServer names an endpoint and answers each POST through the stream, before
// the POST itself is answered.
func oldServer() handler {
	made := sync.OnceValue(func() chan string { return make(chan string, 100) }) // inside the bubble
	return func(w *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		lines := made()
		if r.verb == http.MethodPost {
			lines <- "event: message\ndata: " + result(r.msg, `"`+r.msg.Method+`"`) + "\n\n"
			w.hold(time.Second)
			rw.WriteHeader(http.StatusAccepted)
			return
		}
		events(rw)
		send(rw, "event: endpoint\ndata: /messages\n\nevent: endpoint\ndata: http://evil.test/\n\n")
		for {
			select {
			case line := <-lines:
				send(rw, line)
			case <-r.left:
				return
			}
		}
	}
}

func TestLegacyAnswerBeforeAcknowledgement(t *testing.T) {
	simulate(t, Options{}, oldServer(), func(w *world) {
		l := w.old(0)
		assert.NilError(t, l.Connect(background))
		p := w.run("old", func() (json.RawMessage, error) { return l.Request(background, "ping", nil) })
		w.sleep(2 * time.Second)
		assert.NilError(t, p.err)
		assert.Equal(t, string(p.result), `"ping"`)
		assert.Equal(t, p.after, time.Second)
		assert.NilError(t, l.Close())
		assert.DeepEqual(t, w.Said(), []string{"close"})
		assert.DeepEqual(t, w.wire(), []string{"GET", "POST ping"})
	})
}

func TestLegacyBeforeConnectAndAfterClose(t *testing.T) {
	simulate(t, Options{}, oldServer(), func(w *world) {
		l := w.old(0)
		_, err := l.Request(background, "ping", nil)
		assert.ErrorIs(t, err, transport.ErrNotConnected)
		assert.ErrorIs(t, l.Notify("n", nil), transport.ErrNotConnected)
		assert.NilError(t, l.Close())
		assert.ErrorIs(t, l.Connect(background), transport.ErrNotConnected)
		assert.DeepEqual(t, w.Said(), []string(nil))
	})
}

// Connecting ends with the caller, with the timeout and with Close, and leaves no
// stream behind.
func TestLegacyConnectIsBounded(t *testing.T) {
	silent := func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		events(rw)
		<-r.left
	}
	for want, end := range map[string]func(w *world, l *Legacy, cancel func()){
		"Endpoint timeout after 5000ms": func(w *world, _ *Legacy, _ func()) { w.sleep(5 * time.Second) },
		"context canceled":              func(w *world, _ *Legacy, cancel func()) { cancel(); w.sleep(0) },
		"Transport closed":              func(w *world, l *Legacy, _ func()) { _ = l.Close(); w.sleep(0) },
	} {
		simulate(t, Options{}, silent, func(w *world) {
			l := w.old(5 * time.Second)
			ctx, cancel := context.WithCancel(background)
			p := w.run("connect", nil2(func() error { return l.Connect(ctx) }))
			w.sleep(time.Second)
			assert.Check(t, !p.finished())
			end(w, l, cancel)
			assert.Check(t, p.finished())
			assert.Error(t, p.err, want)
			assert.Check(t, !l.Connected())
			cancel()
			assert.NilError(t, l.Close())
		})
	}
}
