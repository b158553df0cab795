package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/words"
)

// hostileProvider is a hostile server over WebSockets.
func hostileProvider(text, mode string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		c.SetReadLimit(-1)
		if mode == modeDies {
			_ = c.Close(websocket.StatusInternalError, words.Clip(text, 100))
			return
		}
		for {
			_, message, err := c.Read(r.Context())
			if err != nil {
				return
			}
			for _, answer := range hostileAnswers(message, text, mode) {
				_ = c.Write(r.Context(), websocket.MessageText, answer)
			}
		}
	})
}

// roomSays is all that a room server with hostile providers writes: its log, and its
// answers to what people ask.
func roomSays(t *testing.T, text string) map[string]string {
	t.Helper()
	var providers []any
	for _, mode := range []string{modeOffers, modeRefuses, modeLies, modeDies} {
		server := httptest.NewServer(hostileProvider(text, mode))
		t.Cleanup(server.Close)
		providers = append(providers, map[string]any{"id": mode, "visibility": "room",
			"url": strings.Replace(server.URL, "http", "ws", 1) + "/?key=" + url.QueryEscape(canaries["query"])})
	}
	room := startReady(t, []string{"control", "serve"}, []string{"--addr", "127.0.0.1:0", "--config", settingsFile(t, map[string]any{
		"McpServers": providers, "Mcp": map[string]any{"LazyLoad": false}, "Logging": map[string]any{"LogLevel": map[string]any{"Mcp": "Debug"}},
	})})
	said := map[string]string{}
	deadline := time.Now().Add(patience)
	settled := func() bool { // the tools of the one that offers some, and the failures of two others
		return strings.Contains(said["tools"], `"offers:say"`) && strings.Contains(said["status"], `"connected"`) && strings.Count(said["status"], "lastError\":\"") >= 2
	}
	for !settled() && time.Now().Before(deadline) {
		said["status"], said["tools"] = answerTo(t, "GET", room.url+"/status/mcp", ""), answerTo(t, "GET", room.url+"/tools", "")
	}
	for _, tool := range []string{"say", "fail"} {
		said["call "+tool] = answerTo(t, "POST", room.url+"/tools/call", `{"name":"offers:`+tool+`","arguments":{}}`)
	}
	assert.NilError(t, room.cmd.Process.Signal(os.Interrupt))
	_ = room.cmd.Wait()
	said["log"] = room.stderr.String()
	return said
}

// A room server's log and answers are read on terminals, too.
func TestRoomServerMeetsHostileTexts(t *testing.T) {
	met := 0
	for where, text := range roomSays(t, injection) {
		met += strings.Count(text, "HOSTILE")
		if i := strings.IndexFunc(text, func(r rune) bool { return words.Hidden(r) && r != '\n' }); i >= 0 {
			t.Errorf("%s: %q in %q", where, text[i:min(len(text), i+10)], text[max(0, i-200):min(len(text), i+80)])
		}
		assert.Check(t, !strings.Contains(text, "\nmcpsim: all") && !strings.Contains(text, "\n::error::x"), "%s: %s", where, text)
	}
	assert.Check(t, met > 10, "they were met %d times", met)
}

func TestRoomServerKeepsSecrets(t *testing.T) {
	met := 0
	for where, text := range roomSays(t, spoken()) {
		met += strings.Count(text, "HOSTILE")
		for _, leak := range leaks(canaries["query"]) {
			if i := strings.Index(text, leak); i >= 0 {
				t.Errorf("%s: %q in %q", where, leak, text[max(0, i-120):min(len(text), i+60)])
			}
		}
	}
	assert.Check(t, met > 10, "they were met %d times", met)
}

// An operator passes on what its room server says.
func TestOperatorMeetsHostileTexts(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"JSON": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(encoded(map[string]any{injection: injection}))
		},
		"no JSON": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(injection)) },
		"refused": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, injection, http.StatusInternalServerError)
		},
	} {
		t.Run(name, func(t *testing.T) {
			room := httptest.NewServer(answer)
			t.Cleanup(room.Close)
			operator := startReady(t, []string{"control", "operator"}, []string{"--addr", "127.0.0.1:0", "--config", settingsFile(t, map[string]any{
				"RoomServer": map[string]string{"BaseUrl": room.URL},
			})})
			said := answerTo(t, "GET", operator.url+"/mcp/status", "") + answerTo(t, "POST", operator.url+"/mcp/load", `{"providers":[{"id":"docs","url":"ws://127.0.0.1:1"}]}`)
			assert.NilError(t, operator.cmd.Process.Signal(os.Interrupt))
			_ = operator.cmd.Wait()
			log := operator.stderr.String()
			assert.Check(t, !strings.Contains(log, "\nmcpsim: all") && !strings.Contains(log, "\n::error::x"), log)
			said += log
			if i := strings.IndexFunc(said, func(r rune) bool { return words.Hidden(r) && r != '\n' }); i >= 0 {
				t.Errorf("%q in %q", said[i:min(len(said), i+10)], said)
			}
		})
	}
}
