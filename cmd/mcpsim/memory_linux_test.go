package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// largest is a server whose answers to one method are as long as a message may be.
func largest(method, result string) http.Handler {
	usual := map[string]string{
		"initialize": `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"large","version":"1"}}`,
		"tools/list": `{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}`,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		switch err := json.NewDecoder(r.Body).Decode(&m); {
		case err != nil:
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		case m.ID == nil:
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		answer := usual[m.Method]
		if m.Method == method {
			answer = result
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":`+string(m.ID)+`,"result":`+answer+`}`)
	})
}

// The largest messages that a server can send take no more than some copies of them; these took
// 320, 280 and 190 MB.
func TestLargestMessagesTakeLittle(t *testing.T) {
	const most = 200 << 10 // KiB; this program itself has more than mcpsim
	text := strings.Repeat("t", 15<<20)
	for name, tc := range map[string]struct{ method, result string }{
		"name":  {"tools/list", `{"tools":[{"name":"` + text + `","inputSchema":{"type":"object"}}]}`},
		"parts": {"tools/call", `{"content":[],"structuredContent":{"a":[` + strings.Repeat("[],", 4<<20) + `[]]}}`},
		"text":  {"tools/call", `{"content":[{"type":"text","text":"` + text + `"}]}`},
	} {
		server := httptest.NewServer(largest(tc.method, tc.result))
		t.Cleanup(server.Close)
		settings := filepath.Join(t.TempDir(), "settings.json")
		assert.NilError(t, os.WriteFile(settings, fmt.Appendf(nil, `{"mcpServers":{"s":{"type":"http","url":%q}}}`, server.URL), 0o600))
		for _, args := range [][]string{
			{"connect", "--config", settings, "--call", "echo"},
			{"session", "--profile", "omp", "--config", settings, "--do", "wait", "--do", "call s/echo {}"},
		} {
			cmd := command(t, args...)
			cmd.Stdout = io.Discard
			_ = cmd.Run() // a tool may be missing
			assert.Check(t, cmd.ProcessState.Exited())
			peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
			assert.Check(t, peak < most, "%s of %s: %d KiB", args[0], name, peak)
			t.Logf("%s of %s: %d KiB", args[0], name, peak)
		}
	}
}
