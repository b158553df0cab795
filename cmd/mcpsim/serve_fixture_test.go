package main

import (
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

func TestServeFixture(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--fixture", "conformance", "--print"}, ui.ExitOK, "name: test_sampling\n"},
		{[]string{"--fixture", "conformance", "--print-config", "claude"}, ui.ExitOK, `"--fixture",`},
		{[]string{"--fixture", "x", "--stdio"}, ui.ExitUsage, `no fixture "x"; known are auth-`},
		{[]string{"--fixture", "auth-login", "--print"}, ui.ExitOK, "authorization: "},
		{[]string{"--fixture", "conformance", "stuck-cursor", "--stdio"}, ui.ExitUsage, "want one of them"},
		{[]string{"--fixture", "conformance"}, ui.ExitUsage, "want one of --stdio, --http, --sse and --ws"},
	} {
		cmd := exec.CommandContext(t.Context(), "mcpsim", append([]string{"serve"}, tt.args...)...)
		out, _ := cmd.CombinedOutput()
		assert.Equal(t, cmd.ProcessState.ExitCode(), tt.code, "%s", out)
		assert.Check(t, is.Contains(string(out), tt.want))
	}
}
