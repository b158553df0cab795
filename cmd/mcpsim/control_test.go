package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// answerTo asks a server and returns its answer.
func answerTo(t *testing.T, method, url, body string) string {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	assert.NilError(t, err)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(r)
	assert.NilError(t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	assert.NilError(t, err)
	return string(data)
}

func settingsFile(t *testing.T, content any) string {
	t.Helper()
	data, err := json.Marshal(content)
	assert.NilError(t, err)
	file := filepath.Join(t.TempDir(), "appsettings.json")
	assert.NilError(t, os.WriteFile(file, data, 0o600))
	return file
}

// A provider, a room server and an operator, each a process of its own.
func TestControlRoles(t *testing.T) {
	provider := startServing(t, "--ws")
	room := startReady(t, []string{"control", "serve"}, []string{"--addr", "127.0.0.1:0"})
	operator := startReady(t, []string{"control", "operator"}, []string{"--addr", "127.0.0.1:0", "--config", settingsFile(t, map[string]any{
		"RoomServer": map[string]string{"BaseUrl": room.url},
		"Mcp":        map[string]any{"Providers": []any{map[string]string{"id": "docs", "url": provider.url}}},
	})})
	assert.Equal(t, answerTo(t, "GET", room.url+"/status/mcp", ""), `{"providers":[]}`)
	assert.Equal(t, answerTo(t, "POST", operator.url+"/mcp/load", ""), `{"message":"MCP providers loaded","count":1}`)
	deadline := time.Now().Add(patience)
	status := ""
	for !strings.Contains(status, `"state":"connected"`) && time.Now().Before(deadline) {
		status = answerTo(t, "GET", operator.url+"/mcp/status", "")
	}
	assert.Check(t, is.Contains(status, `{"providers":[{"id":"docs","state":"connected","attempts":1,`))
	for _, s := range []*serving{room, operator} {
		assert.NilError(t, s.cmd.Process.Signal(os.Interrupt))
		_ = s.cmd.Wait()
		assert.Equal(t, s.cmd.ProcessState.ExitCode(), ui.ExitInterrupt, "%s", &s.stderr)
	}
	assert.Check(t, is.Contains(room.stderr.String(), " info [docs] State transition: Connecting -> Connected\n"))
}
