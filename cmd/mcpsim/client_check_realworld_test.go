//go:build realworld && linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// What is known of the client of the TypeScript SDK, looked at by hand. A new
// finding is a false alarm until somebody has looked at it.
var typeScriptFindings = map[string]string{
	"CLI-05": "a lost session is an error for the caller",
	"CLI-13": "a timeout cancels whatever it was for",
	"FF-37":  "a list with one malformed tool is refused as a whole",
	"FF-51":  "a lone CR at the end of a chunk waits for the next one",
	"FF-53":  "a stream that ends without an event id leaves its call to the timeout",
}

func TestRealWorldCheckTypeScriptClient(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	script := typeScriptProgram(t, "client_check.mjs")
	for _, transport := range []string{"http", "stdio"} {
		t.Run(transport, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "results.jsonl")
			mark := "MCPSIM_MARK=" + t.Name()
			cmd := exec.Command(self, "client", "--command", "node "+words.Quote(script), "--report", "json:"+file)
			if transport == "stdio" {
				cmd.Args = append(cmd.Args, "--stdio")
			}
			cmd.Env = append(os.Environ(), programVariable+"=1", mark)
			out, _ := cmd.CombinedOutput() // the exit code says what the report says
			data, err := os.ReadFile(file)
			assert.NilError(t, err, "%s", out)
			_, results, err := reports.ReadResults(bytes.NewReader(data))
			assert.NilError(t, err)
			for _, r := range results {
				_, known := typeScriptFindings[r.Rule.IDs[0]]
				if (r.Verdict == reports.Failed || r.Verdict == reports.Warned) && !known {
					t.Errorf("%v, %s: %s", r.Rule.IDs, r.Name, r.Error)
				}
			}
			s := reports.Summarise(results)
			assert.Assert(t, s.Rules[reports.Passed] > 15, "%s", out)
			assertNobodyCarries(t, mark)
		})
	}
}
