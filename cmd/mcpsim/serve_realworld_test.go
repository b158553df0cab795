//go:build realworld && linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// The client of the TypeScript SDK works against the correct server.
func TestRealWorldTypeScriptClient(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	script := typeScriptProgram(t, "typescript_client.mjs")
	targets := map[string]func(t *testing.T) []string{
		"stdio": func(*testing.T) []string { return []string{self, "serve", "--stdio"} },
		"http":  func(t *testing.T) []string { return []string{startServing(t, "--http").url} },
		"sse":   func(t *testing.T) []string { return []string{startServing(t, "--sse").url} },
	}
	for kind, target := range targets {
		t.Run(kind, func(t *testing.T) {
			cmd := exec.Command("node", append([]string{script, kind}, target(t)...)...)
			cmd.Env = append(os.Environ(), programVariable+"=1")
			out, err := cmd.CombinedOutput()
			assert.NilError(t, err, "%s", out)
			assert.Equal(t, string(out), "ok fake\n")
		})
	}
}

// typeScriptProgram copies a script of testdata to where Node finds the SDK.
func typeScriptProgram(t *testing.T, name string) string {
	t.Helper()
	modules := os.Getenv("MCPSIM_NPM")
	assert.Assert(t, modules != "", "MCPSIM_NPM is not set: run make realworld")
	dir := t.TempDir()
	assert.NilError(t, os.Symlink(filepath.Join(modules, "node_modules"), filepath.Join(dir, "node_modules")))
	source, err := os.ReadFile(filepath.Join("testdata", name))
	assert.NilError(t, err)
	script := filepath.Join(dir, "client.mjs")
	assert.NilError(t, os.WriteFile(script, source, 0o600))
	return script
}
