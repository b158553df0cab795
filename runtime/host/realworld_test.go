//go:build realworld && linux

package host_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// npmServer is a server of npm, installed below MCPSIM_NPM. A missing one fails
// the test: what is not run is not proven.
func npmServer(t *testing.T, name string) config.Server {
	t.Helper()
	dir := os.Getenv("MCPSIM_NPM")
	assert.Assert(t, dir != "", "MCPSIM_NPM is not set: run make realworld")
	program := filepath.Join(dir, "node_modules", ".bin", "mcp-server-"+name)
	_, err := os.Stat(program)
	assert.NilError(t, err)
	return config.Server{Name: name, Command: program}
}

// herd starts processes and remembers their groups.
type herd struct {
	mu     sync.Mutex
	groups []int
}

func (h *herd) Start(c process.Command) (process.Process, error) {
	p, err := process.OS().Start(c)
	if err == nil {
		h.mu.Lock()
		h.groups = append(h.groups, p.PID())
		h.mu.Unlock()
	}
	return p, err
}

// left lists the processes of these groups that have not ended.
func (h *herd) left(t *testing.T) []string {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	assert.NilError(t, err)
	var out []string
	for _, name := range stats {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended meanwhile
		}
		var state string
		var parent, group int
		text := string(data)
		_, err = fmt.Sscan(text[strings.LastIndex(text, ")")+1:], &state, &parent, &group)
		assert.NilError(t, err)
		for _, g := range h.groups {
			if g == group && state != "Z" && state != "X" {
				out = append(out, text)
			}
		}
	}
	return out
}

func TestRealWorldServers(t *testing.T) {
	everything, memory := npmServer(t, "everything"), npmServer(t, "memory")
	memory.Env = map[string]string{"MEMORY_FILE_PATH": filepath.Join(t.TempDir(), "memory.jsonl")}
	broken := config.Server{Name: "broken", Command: "sh", Args: []string{"-c", "sleep 1000 & exit 3"}}
	var processes herd
	h, err := host.New(host.OhMyPi(), host.Env{Starter: &processes})
	assert.NilError(t, err)
	result := h.Start(t.Context(), []config.Server{everything, broken, memory})
	assert.DeepEqual(t, result.Connected, []string{"everything", "memory"})
	assert.Assert(t, is.Len(result.Errors, 1))
	assert.Equal(t, result.Errors[0].Server, "broken")

	call := func(tool, args string) string {
		out, err := h.Call(t.Context(), tool, json.RawMessage(args))
		assert.NilError(t, err)
		assert.Assert(t, !out.IsError, out.Text)
		return out.Text
	}
	assert.Assert(t, is.Contains(call("mcp__everything_echo", `{"message":"naïve 🚀"}`), "naïve 🚀"))
	call("mcp__memory_create_entities", `{"entities":[{"name":"Ada","entityType":"person","observations":["likes engines"]}]}`)
	assert.Assert(t, is.Contains(call("mcp__memory_read_graph", `{}`), "likes engines"))

	h.Close()
	assert.Assert(t, is.Len(processes.left(t), 0))
	assert.Equal(t, len(processes.groups), 3)
}

// A killed server is replaced; a caller notices nothing but the wait.
func TestRealWorldReconnect(t *testing.T) {
	var processes herd
	h, err := host.New(host.OhMyPi(), host.Env{Starter: &processes})
	assert.NilError(t, err)
	defer h.Close()
	result := h.Start(t.Context(), []config.Server{npmServer(t, "everything")})
	assert.Assert(t, is.Len(result.Errors, 0))
	first, err := os.FindProcess(processes.groups[0])
	assert.NilError(t, err)
	assert.NilError(t, first.Kill())
	out, err := h.Call(t.Context(), "mcp__everything_echo", json.RawMessage(`{"message":"again"}`))
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(out.Text, "again"))
	h.Close()
	assert.Equal(t, len(processes.groups), 2)
	assert.Assert(t, is.Len(processes.left(t), 0))
}
