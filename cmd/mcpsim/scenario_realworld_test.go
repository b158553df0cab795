//go:build realworld && linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// What the TypeScript client and server-everything said becomes a scenario that holds, and the
// same client is content with a strict replay of it, over both transports.
func TestRealWorldScenarios(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	client, everything := typeScriptProgram(t, "proxied_client.mjs"), npmProgram(t, "mcp-server-everything")
	real := everythingOverHTTP(t, everything)
	run := func(t *testing.T, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), programVariable+"=steps")
		out, err := cmd.Output()
		assert.NilError(t, err, "%s", out)
		return string(out)
	}
	check := func(t *testing.T, record string) {
		t.Helper()
		out := run(t, self, "scenario", record, "-o", filepath.Join(t.TempDir(), "made"))
		assert.Check(t, is.Contains(out, "field.feature holds\n"))
		assert.Check(t, is.Contains(out, "replayed: all "))
		assert.Equal(t, run(t, "node", client, "stdio", self, "serve", "--replay", record, "--strict", "--stdio"), well)
		front := startReady(t, []string{"serve"}, []string{"--replay", record, "--strict", "--http"})
		assert.Equal(t, run(t, "node", client, "http", front.url), well)
	}
	t.Run("stdio", func(t *testing.T) {
		record := filepath.Join(t.TempDir(), "r.jsonl")
		assert.Equal(t, run(t, "node", client, "stdio", self, "proxy", "--record", record, "--", everything, "stdio"), well)
		check(t, record)
	})
	t.Run("HTTP", func(t *testing.T) {
		record := filepath.Join(t.TempDir(), "r.jsonl")
		front := startReady(t, []string{"proxy"}, []string{"--http", ":0", "--to", real, "--record", record})
		assert.Equal(t, run(t, "node", client, "http", front.url), well)
		check(t, record)
	})
}
