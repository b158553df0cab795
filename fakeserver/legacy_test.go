package fakeserver_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// at sends the following requests to another path.
func (s *site) at(verb, path, body string) *reply {
	s.path = path
	defer func() { s.path = "" }()
	return s.do(verb, body)
}

func TestLegacy(t *testing.T) {
	online(t, `http: {legacy: {}}`, func(s *site) {
		stream := s.at("GET", "/sse", "")
		assert.Equal(t, stream.status, http.StatusOK)
		assert.Equal(t, stream.header.Get("Content-Type"), "text/event-stream")
		assert.Equal(t, stream.header.Get("Mcp-Session-Id"), "")
		text := stream.body.take()
		endpoint, ok := strings.CutPrefix(strings.TrimSpace(text), "event: endpoint\ndata: ")
		assert.Check(t, ok, text)
		assert.Check(t, strings.HasPrefix(endpoint, "/messages?sessionId="), endpoint)

		post := s.at("POST", endpoint, initialize)
		assert.Equal(t, post.status, http.StatusAccepted)
		assert.Check(t, post.done)
		assert.Equal(t, post.header.Get("Mcp-Session-Id"), "")
		assert.Check(t, strings.HasPrefix(stream.body.take(), "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":"))
		assert.Equal(t, s.at("POST", endpoint, initialized).status, http.StatusAccepted)
		assert.Equal(t, s.at("POST", endpoint, ping("7")).status, http.StatusAccepted)
		assert.Equal(t, stream.body.take(), "event: message\n"+event(pong("7")))

		s.srv.Notify("notifications/message", nil)
		s.after(time.Millisecond)
		assert.Equal(t, stream.body.take(), "event: message\n"+event(`{"jsonrpc":"2.0","method":"notifications/message"}`))

		stream.leave()
		s.after(time.Millisecond)
		assert.Equal(t, s.at("POST", endpoint, ping("8")).status, http.StatusNotFound)
	})
}

func TestLegacyRefusals(t *testing.T) {
	online(t, `http: {legacy: {path: /stream}}`, func(s *site) {
		for _, c := range []struct {
			verb, path string
			want       int
		}{
			{"POST", "/stream", 405},
			{"DELETE", "/stream", 405},
			{"GET", "/mcp", 404},
			{"GET", "/messages", 404},
			{"POST", "/messages?sessionId=none", 404},
		} {
			assert.Equal(t, s.at(c.verb, c.path, ping("1")).status, c.want, c)
		}
	})
}

func TestLegacyEndpoint(t *testing.T) {
	for script, want := range map[string]string{
		"legacy: {silent: true, path: /mcp}, keepAlive: 5s":  ": keep-alive\n\n",
		"legacy: {after: 3s, endpoint: /late, path: /mcp}":   "event: endpoint\ndata: /late\n\n",
		"legacy: {endpoint: 'http://x.test/m', path: /mcp}":  "event: endpoint\ndata: http://x.test/m\n\n",
		"legacy: {endpoint: '<other-origin>/m', path: /mcp}": "event: endpoint\ndata: http://localhost/m\n\n",
		"legacy: {silent: true, path: /mcp}, keepAlive: 10s": "",
	} {
		online(t, "http: {"+script+"}", func(s *site) {
			stream := s.do("GET", "")
			s.after(6 * time.Second)
			assert.Equal(t, stream.body.take(), want, script)
		})
	}
}

func TestLegacyServersOfOtherHabits(t *testing.T) {
	online(t, `http: {legacy: {endpoint: "/m?sessionId=<session>", refusal: 404, unnamed: true}}`, func(s *site) {
		refused := s.at("POST", "/sse", initialize)
		assert.Equal(t, refused.status, http.StatusNotFound)
		assert.Equal(t, refused.header.Get("Allow"), "")
		stream := s.at("GET", "/sse", "")
		endpoint := strings.TrimPrefix(strings.TrimSpace(stream.body.take()), "event: endpoint\ndata: ")
		assert.Equal(t, s.at("POST", endpoint, ping("1")).status, http.StatusAccepted)
		assert.Equal(t, stream.body.take(), event(pong("1")))
	})
	for _, code := range []string{"399", "500"} {
		_, err := fakeserver.Parse("s.yaml", []byte("http: {legacy: {refusal: "+code+"}}\n"))
		assert.ErrorContains(t, err, "from 400 to 499")
	}
}

// Two clients have two connections, and each hears only its own.
func TestLegacyConnectionsAreApart(t *testing.T) {
	online(t, `http: {legacy: {endpoint: "/m?sessionId=<session>", path: /mcp}}`, func(s *site) {
		one, two := s.do("GET", ""), s.do("GET", "")
		first := strings.TrimPrefix(strings.TrimSpace(one.body.take()), "event: endpoint\ndata: ")
		two.body.take()
		assert.Equal(t, s.at("POST", first, ping("1")).status, http.StatusAccepted)
		assert.Equal(t, one.body.take(), "event: message\n"+event(pong("1")))
		assert.Equal(t, two.body.take(), "")
		s.srv.EndStreams()
		s.after(time.Millisecond)
		assert.Check(t, one.done)
		assert.Check(t, two.done)
	})
}
