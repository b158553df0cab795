//go:build realworld && linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// npmProgram is a program of npm, installed below MCPSIM_NPM. A missing one
// fails the test: what is not run is not proven.
func npmProgram(t *testing.T, name string) string {
	t.Helper()
	return npmFile(t, ".bin", name)
}

// npmFile is a file of what make realworld has installed.
func npmFile(t *testing.T, path ...string) string {
	t.Helper()
	dir := os.Getenv("MCPSIM_NPM")
	assert.Assert(t, dir != "", "MCPSIM_NPM is not set: run make realworld")
	file := filepath.Join(append([]string{dir, "node_modules"}, path...)...)
	_, err := os.Stat(file)
	assert.NilError(t, err)
	return file
}

// connectJSON runs mcpsim connect --json and returns its lines by type. No
// process that has inherited its mark may be left.
func connectJSON(t *testing.T, code int, args ...string) map[string][]map[string]any {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	mark := "MCPSIM_MARK=" + t.Name()
	cmd := exec.Command(self, append([]string{"connect", "--json"}, args...)...)
	cmd.Env = append(os.Environ(), programVariable+"=1", mark)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	assert.Equal(t, cmd.ProcessState.ExitCode(), code, "%s\n%s", out, &stderr)
	assertNobodyCarries(t, mark)
	lines := map[string][]map[string]any{}
	for line := range strings.Lines(string(out)) {
		var object map[string]any
		assert.NilError(t, json.Unmarshal([]byte(line), &object))
		assert.Equal(t, object["version"], float64(ui.JSONVersion))
		kind := object["type"].(string)
		lines[kind] = append(lines[kind], object)
	}
	return lines
}

// assertNobodyCarries looks for a variable in the environment of every process.
func assertNobodyCarries(t *testing.T, mark string) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/environ")
	assert.NilError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err == nil && bytes.Contains(data, []byte(mark)) {
			command, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
			t.Errorf("left: %q", command)
		}
	}
}

func TestRealWorldEverything(t *testing.T) {
	lines := connectJSON(t, ui.ExitOK, "--call", "echo", "--args", `{"message":"naïve 🚀"}`,
		"--", npmProgram(t, "mcp-server-everything"))
	server := lines["server"][0]
	assert.Equal(t, server["status"], "live")
	assert.Equal(t, server["revision"], "2025-11-25")
	assert.Assert(t, len(server["tools"].([]any)) > 5)
	assert.Assert(t, is.Contains(lines["call"][0]["text"], "naïve 🚀"))
	t.Logf("connected in %v ms, listed in %v ms", server["connected_ms"], server["listed_ms"])
}

func TestRealWorldEveryRevision(t *testing.T) {
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		lines := connectJSON(t, ui.ExitOK, "--protocol", revision, "--", npmProgram(t, "mcp-server-everything"))
		assert.Equal(t, lines["server"][0]["revision"], revision)
	}
}

func TestRealWorldManyServers(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "servers.json")
	data, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"everything": map[string]any{"command": npmProgram(t, "mcp-server-everything")},
		"memory": map[string]any{
			"command": npmProgram(t, "mcp-server-memory"),
			"env":     map[string]any{"MEMORY_FILE_PATH": filepath.Join(dir, "memory.jsonl")},
		},
		"broken": map[string]any{"command": "sh", "args": []string{"-c", "sleep 1000 & echo gone >&2; exit 3"}},
	}})
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(file, data, 0o600))
	lines := connectJSON(t, ui.ExitFailed, "--config", file, "--call", "memory/create_entities",
		"--args", `{"entities":[{"name":"Ada","entityType":"person","observations":[]}]}`)
	assert.Assert(t, is.Len(lines["server"], 3))
	for _, server := range lines["server"] {
		want := "live"
		if server["name"] == "broken" {
			want = "failed"
		}
		assert.Equal(t, server["status"], want, "%v", server)
	}
	assert.Assert(t, is.Contains(lines["call"][0]["text"], "Ada"))
}
