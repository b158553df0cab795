//go:build realworld && linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// Real servers may warn; a failed MUST here is a finding to look at, and was a
// false alarm until proven otherwise.
func TestRealWorldValidate(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	for _, name := range []string{"mcp-server-everything", "mcp-server-memory"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "results.jsonl")
			mark := "MCPSIM_MARK=" + t.Name()
			cmd := exec.Command(self, "validate", "--report", "json:"+file,
				"--env", "MEMORY_FILE_PATH="+filepath.Join(dir, "memory.jsonl"), "--", npmProgram(t, name))
			cmd.Env = append(os.Environ(), programVariable+"=1", mark)
			out, err := cmd.CombinedOutput()
			assert.NilError(t, err, "%s", out)
			data, err := os.ReadFile(file)
			assert.NilError(t, err)
			_, results, err := reports.ReadResults(bytes.NewReader(data))
			assert.NilError(t, err)
			s := reports.Summarise(results)
			assert.Assert(t, s.Rules[reports.Passed] > 30, "%s", out)
			assertNobodyCarries(t, mark)
			t.Logf("%v", s.Rules)
		})
	}
}
