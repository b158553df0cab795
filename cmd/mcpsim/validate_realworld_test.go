//go:build realworld && linux

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// sometimes are findings that depend on who is faster, which no baseline can say.
var sometimes = []string{
	"CAN-04", // the SDK cancels initialize like any other request, if it is not answered yet
	"SUB-08", // server-everything announces a change of its tools at some moment after initialized
}

// validated are the programs of npm's packages that are judged, by the names of their baselines.
var validated = map[string]string{
	"mcp-server-everything": "mcp-server-everything", "mcp-server-memory": "mcp-server-memory", "mcp-server-filesystem": "mcp-server-filesystem",
	"mcp-server-sequential-thinking": "mcp-server-sequential-thinking", "mcp-server-chart": "mcp-server-chart",
	"eslint-mcp": "mcp", "notion-mcp-server": "notion-mcp-server", "tavily-mcp": "tavily-mcp",
}

// offline lets servers of services start without an account, and keeps their calls on this
// machine: nothing listens where they look for a proxy.
var offline = []string{
	"TAVILY_API_KEY=none", "NOTION_TOKEN=none", "HTTPS_PROXY=http://127.0.0.1:9", "HTTP_PROXY=http://127.0.0.1:9",
}

// Whatever a check says against a real server is in its baseline, with the
// reason, or was a false alarm until proven otherwise. Several are judged at the same time, so
// each is looked at from two sides (-j 2). Half of them are each day: starting Node is what costs.
func TestRealWorldValidate(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	assert.NilError(t, err)
	mine := judgetest.Part(t, 2)
	for name, program := range validated {
		if !mine(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel() // most of the time is waiting
			dir := t.TempDir()
			file := filepath.Join(dir, "results.jsonl")
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("a"), 0o600))
			mark := "MCPSIM_MARK=" + t.Name()
			args := []string{
				"validate", "-j", "2", "--report", "json:" + file, "--baseline", filepath.Join("testdata", "realworld", name+".yaml"),
				"--env", "MEMORY_FILE_PATH=" + filepath.Join(dir, "memory.jsonl"),
			}
			for _, env := range offline {
				args = append(args, "--env", env)
			}
			args = append(args, "--", npmProgram(t, program))
			if name == "mcp-server-filesystem" {
				args = append(args, dir)
			}
			cmd := exec.Command(self, args...)
			cmd.Env = append(os.Environ(), programVariable+"=1", "GITHUB_ACTIONS=", mark)
			begin := time.Now()
			out, _ := cmd.CombinedOutput() // its exit code says what the report says
			t.Logf("%s in %s\n%s", name, time.Since(begin), out)
			assertNobodyCarries(t, mark)
			assertNothingNew(t, file)
		})
	}
}

// A server of the TypeScript SDK's second version speaks both eras.
func TestRealWorldValidateTypeScript(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	assert.NilError(t, err)
	script := typeScriptProgram(t, "server_v2.mjs")
	for _, transport := range []string{"stdio", "http"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "results.jsonl")
			args := []string{"validate", "-j", "2", "--allow-calls", "--report", "json:" + file, "--baseline", filepath.Join("testdata", "realworld", "typescript-v2-"+transport+".yaml")}
			if transport == "http" {
				args = append(args, listening(t, script, "0"))
			} else {
				args = append(args, "--", "node", script)
			}
			cmd := exec.Command(self, args...)
			cmd.Env = append(os.Environ(), programVariable+"=1", "GITHUB_ACTIONS=")
			out, _ := cmd.CombinedOutput()
			t.Logf("%s", out)
			assertNothingNew(t, file)
		})
	}
}

// Examples of the first version, as they are installed.
func TestRealWorldValidateTypeScriptExamples(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	assert.NilError(t, err)
	loopback, err := filepath.Abs(filepath.Join("testdata", "loopback.mjs"))
	assert.NilError(t, err)
	for transport, name := range map[string]string{"stdio": "mcpServerOutputSchema", "http": "jsonResponseStreamableHttp", "sse": "simpleSseServer"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			example := npmFile(t, "@modelcontextprotocol", "sdk", "dist", "esm", "examples", "server", name+".js")
			file := filepath.Join(t.TempDir(), "results.jsonl")
			args := []string{"validate", "-j", "2", "--allow-calls", "--report", "json:" + file, "--baseline", filepath.Join("testdata", "realworld", "typescript-v1-"+transport+".yaml")}
			if transport == "stdio" {
				args = append(args, "--", "node", example)
			} else {
				args = append(args, listening(t, "--import", loopback, example))
			}
			cmd := exec.Command(self, args...)
			cmd.Env = append(os.Environ(), programVariable+"=1", "GITHUB_ACTIONS=")
			out, _ := cmd.CombinedOutput()
			t.Logf("%s", out)
			assertNothingNew(t, file)
		})
	}
}

// listening starts a server of Node's at a free port and waits until it says that it listens.
// It is the URL.
func listening(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("node", args...)
	stderr, err := cmd.StderrPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	assert.NilError(t, err)
	_, url, ok := strings.Cut(strings.TrimSpace(line), "listening at ")
	assert.Assert(t, ok, line)
	return url
}

// assertNothingNew fails for every finding that is not expected.
func assertNothingNew(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	_, results, err := reports.ReadResults(bytes.NewReader(data))
	assert.NilError(t, err)
	assert.Assert(t, reports.Summarise(results).Rules[reports.Passed] > 40)
	for _, r := range results {
		if r.Stale {
			t.Logf("%v (%s) is expected to fail, and did not on this machine", r.Rule.IDs, r.Name)
			continue
		}
		if (r.Verdict == reports.Warned || r.Verdict == reports.Failed) && !slices.Contains(sometimes, r.Rule.IDs[0]) {
			t.Errorf("%s %v (%s): %s", r.Verdict, r.Rule.IDs, r.Name, r.Error)
		}
	}
}
