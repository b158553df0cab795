package main

import (
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestServeFixture(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--fixture", "conformance", "--print"}, exitOK, "name: test_sampling\n"},
		{[]string{"--fixture", "conformance", "--print-config", "claude"}, exitOK, `"--fixture",`},
		{[]string{"--fixture", "x", "--stdio"}, exitUsage, `no fixture "x", known is "conformance"`},
		{[]string{"--fixture", "conformance", "stuck-cursor", "--stdio"}, exitUsage, "want one of them"},
		{[]string{"--fixture", "conformance"}, exitUsage, "want one of --stdio, --http, --sse and --ws"},
	} {
		cmd := exec.CommandContext(t.Context(), "mcpsim", append([]string{"serve"}, tt.args...)...)
		out, _ := cmd.CombinedOutput()
		assert.Equal(t, cmd.ProcessState.ExitCode(), tt.code, "%s", out)
		assert.Check(t, is.Contains(string(out), tt.want))
	}
}
