package fakeserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// dial opens a WebSocket to the server.
func (s *site) dial(path string) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(context.Background(), "ws://docs.test"+path, &websocket.DialOptions{HTTPClient: s.client})
}

// ask sends a message and returns the next one.
func ask(t *testing.T, c *websocket.Conn, message string) string {
	t.Helper()
	assert.NilError(t, c.Write(context.Background(), websocket.MessageText, []byte(message)))
	return hear(t, c)
}

func hear(t *testing.T, c *websocket.Conn) string {
	t.Helper()
	kind, data, err := c.Read(context.Background())
	assert.NilError(t, err)
	assert.Equal(t, kind, websocket.MessageText)
	return string(data)
}

func TestWebSocketServesLikeAProcess(t *testing.T) {
	online(t, "http: {websocket: {}}", func(s *site) {
		c, _, err := s.dial("/any")
		assert.NilError(t, err)
		assert.Assert(t, strings.Contains(ask(t, c, initialize), `"protocolVersion":"2025-11-25"`))
		assert.NilError(t, c.Write(context.Background(), websocket.MessageText, []byte(initialized)))
		assert.Equal(t, ask(t, c, call("1", "a")), echoed("1", "a"))
		assert.Equal(t, ask(t, c, "{\n\"jsonrpc\":\"2.0\",\r\n\"id\":2,\"method\":\"ping\"}"), pong("2"))
		assert.Assert(t, strings.Contains(ask(t, c, "nonsense"), `"code":-32700`))
		s.srv.Notify("notifications/x", nil)
		assert.Equal(t, hear(t, c), `{"jsonrpc":"2.0","method":"notifications/x"}`)
		assert.NilError(t, c.Close(websocket.StatusNormalClosure, ""))
		s.after(time.Second)
		assert.Equal(t, s.kinds(), "spawn, eof, exit")
		assert.Equal(t, s.post(initialize).status, http.StatusOK)
	})
}

func TestUpgradesThatAreNotTaken(t *testing.T) {
	tests := []struct {
		name, script, path string
		status             int
	}{
		{"not offered", "", "/mcp", http.StatusBadRequest},
		{"another path", "http: {websocket: {path: /ws}}", "/other", http.StatusNotFound},
		{"refused by a rule", "http: {websocket: {}}\nrules: [{when: {verb: GET}, do: [{status: 403}]}]", "/", http.StatusForbidden},
		{"answered like any other request", "http: {websocket: {}}\nrules: [{when: {verb: GET}, do: [{status: 200}]}]", "/", http.StatusOK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			online(t, tt.script, func(s *site) {
				_, resp, err := s.dial(tt.path)
				assert.ErrorContains(t, err, "failed to WebSocket dial")
				assert.Equal(t, resp.StatusCode, tt.status)
			})
		})
	}
}

func TestTheServerEndsWebSockets(t *testing.T) {
	tests := []struct {
		name, script string
		live         func(*fakeserver.Server)
		status       websocket.StatusCode // -1: cut
	}{
		{"exit 0", "rules: [{when: {phase: idle}, do: [{exit: 0}]}]", nil, websocket.StatusNormalClosure},
		{"exit 1", "rules: [{when: {phase: idle}, do: [{exit: 1}]}]", nil, -1},
		{"another exit", "rules: [{when: {phase: idle}, do: [{exit: 11}]}]", nil, websocket.StatusInternalError},
		{"restart", "", func(s *fakeserver.Server) { s.Exit(0) }, websocket.StatusNormalClosure},
		{"drop", "", func(s *fakeserver.Server) { s.Drop() }, -1},
		{"close", "", (*fakeserver.Server).Close, -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			online(t, "http: {websocket: {}}\n"+tt.script, func(s *site) {
				c, _, err := s.dial("/")
				assert.NilError(t, err)
				ask(t, c, initialize)
				assert.NilError(t, c.Write(context.Background(), websocket.MessageText, []byte(initialized)))
				if tt.live != nil {
					s.after(time.Second)
					tt.live(s.srv)
				}
				_, _, err = c.Read(context.Background())
				assert.Equal(t, websocket.CloseStatus(err), tt.status, "%v", err)
				assert.Check(t, tt.status >= 0 || errors.Is(err, io.EOF), "%v", err)
				_ = c.CloseNow()
			})
		})
	}
}

func TestWebSocketsThatAreOdd(t *testing.T) {
	online(t, "http: {websocket: {close: 1001, binary: true}}\nrules: [{when: {method: ping}, do: [answer, {exit: 0}]}]", func(s *site) {
		c, _, err := s.dial("/")
		assert.NilError(t, err)
		assert.NilError(t, c.Write(context.Background(), websocket.MessageText, []byte(ping("1"))))
		kind, data, err := c.Read(context.Background())
		assert.NilError(t, err)
		assert.Equal(t, kind, websocket.MessageBinary)
		assert.Equal(t, string(data), pong("1"))
		_, _, err = c.Read(context.Background())
		assert.Equal(t, websocket.CloseStatus(err), websocket.StatusGoingAway)
	})
	online(t, "http: {websocket: {wrongKey: true}}", func(s *site) {
		_, resp, err := s.dial("/")
		assert.ErrorContains(t, err, "invalid Sec-WebSocket-Accept")
		assert.Equal(t, resp.StatusCode, http.StatusSwitchingProtocols)
	})
}

// What is not a whole message is one all the same.
func TestRawOverWebSocket(t *testing.T) {
	online(t, "http: {websocket: {}}\nrules: [{when: {method: ping}, do: [{raw: oops}]}]", func(s *site) {
		c, _, err := s.dial("/")
		assert.NilError(t, err)
		ask(t, c, initialize)
		assert.Equal(t, ask(t, c, ping("1")), "oops")
		assert.Equal(t, hear(t, c), pong("1"))
		_ = c.CloseNow()
	})
}
