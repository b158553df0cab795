package main

import (
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/steps/server"
)

// Several processes run at any time during a validation: the one that checks
// share, the one that is looked at, and those that were started ahead.
const severalStarts = 4

func TestInterruptedValidationLeavesNoProcess(t *testing.T) {
	for _, tt := range []struct {
		name, command string
		starts        int // before the signal
		signal        os.Signal
		code          int
	}{
		{"before the handshake", deaf, 1, os.Interrupt, ui.ExitInterrupt},
		{"between checks", `sleep 1000 & exec "$MCPSIM" serve --stdio`, severalStarts, os.Interrupt, ui.ExitInterrupt},
		{"terminated", `exec "$MCPSIM" serve --stdio`, severalStarts, syscall.SIGTERM, ui.ExitTerminated},
		{"the terminal is gone", `sleep 1000 & exec "$MCPSIM" serve --stdio`, severalStarts, syscall.SIGHUP, ui.ExitHangup},
	} {
		t.Run(tt.name, func(t *testing.T) {
			heeds(t, tt.signal)
			g := newGroup(t, tt.command)
			cmd := startProgram(t, append([]string{"validate"}, g.target...)...)
			for range tt.starts {
				g.await(t, "ready")
			}
			assert.NilError(t, cmd.Process.Signal(tt.signal))
			_ = cmd.Wait()
			assert.Equal(t, cmd.ProcessState.ExitCode(), tt.code)
			g.assertGone(t)
		})
	}
}

func TestValidationInterruptedInARowLeavesNoProcess(t *testing.T) {
	g := newGroup(t, `trap '' TERM; sleep 1000 & "$MCPSIM" serve --stdio`)
	cmd := startProgram(t, append([]string{"validate"}, g.target...)...)
	for range severalStarts {
		g.await(t, "ready")
	}
	for cmd.Process.Signal(os.Interrupt) == nil && !isZombie(cmd.Process.Pid) {
		goruntime.Gosched()
	}
	_ = cmd.Wait()
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitInterrupt)
	g.assertGone(t)
}

// A validation that was not interrupted leaves nothing either.
func TestValidationLeavesNoProcess(t *testing.T) {
	t.Parallel()
	g := newGroup(t, `sleep 1000 & exec "$MCPSIM" serve --stdio`)
	cmd := startProgram(t, append([]string{"validate", "--suite", "lifecycle"}, g.target...)...)
	g.await(t, "ready")
	_ = cmd.Wait()
	g.assertGone(t)
}

// documented is the first block of a language in the manual.
func documented(t *testing.T, language string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/validate.md")
	assert.NilError(t, err)
	_, rest, ok := strings.Cut(string(page), "```"+language+"\n")
	assert.Assert(t, ok)
	block, _, ok := strings.Cut(rest, "```\n")
	assert.Assert(t, ok)
	return block
}

// The checks in the manual run as they stand there, and see what they speak of.
func TestDocumentedChecksRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	feature := write("ours.feature", documented(t, "gherkin"))
	good := write("good.yaml", "tools: [search]\nrules: [{when: {method: tools/call}, do: [{result: {content: [], isError: true}}]}]\n")
	bad := write("bad.yaml", "tools: [search]\nrules: [{when: {method: tools/call}, do: [{result: {content: []}}]}]\nstdio: {ignore: [eof]}\n")
	self, err := os.Executable()
	assert.NilError(t, err)
	for script, want := range map[string]struct {
		code int
		text []string
	}{
		good: {ui.ExitOK, []string{"2 checks: 2 passed"}},
		bad:  {ui.ExitFailed, []string{"FAIL X-OURS-1 MUST  An empty query is refused", "Fix: look at the query", "warn X-OURS-2 SHOULD"}},
	} {
		cmd := exec.Command(self, "validate", "--suite", "own", "--features", feature, "--", self, "serve", "--stdio", script)
		cmd.Env = append(os.Environ(), programVariable+"=1", "GITHUB_ACTIONS=")
		out, _ := cmd.CombinedOutput()
		assert.Check(t, is.Equal(cmd.ProcessState.ExitCode(), want.code), "%s", out)
		for _, text := range want.text {
			assert.Check(t, is.Contains(string(out), text))
		}
	}
}

func TestDocumentedBaselineIsOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "known.yaml")
	assert.NilError(t, os.WriteFile(name, []byte(documented(t, "yaml")), 0o600))
	_, err := server.Checks().Choose(t.Context(), judge.Choice{Baseline: name})
	assert.NilError(t, err)
	known, err := judge.ReadBaseline(t.Context(), name, "server")
	assert.NilError(t, err)
	assert.Assert(t, is.Len(known.Entries(), 2))
	assert.Equal(t, known.Entries()[1].Reason, "the SDK answers with isError")
}

// A check that was interrupted says nothing about the server.
func TestInterruptedCheckIsNoFinding(t *testing.T) {
	script := filepath.Join(t.TempDir(), "silent.yaml")
	assert.NilError(t, os.WriteFile(script, []byte("rules: [{when: {method: ping}, do: [{stderr: \"asked\\n\"}, {never: {}}]}]"), 0o600))
	g := newGroup(t, `exec "$MCPSIM" serve '`+script+`' --stdio 2>&3`)
	self, err := os.Executable()
	assert.NilError(t, err)
	cmd := exec.Command(self, append([]string{"validate", "--check", "PING-01", "--timeout", "1h"}, g.target...)...)
	cmd.Env = append(os.Environ(), programVariable+"=1", "MCPSIM="+self)
	var out strings.Builder
	cmd.Stdout = &out
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	g.await(t, "asked")
	assert.NilError(t, cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait()
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitInterrupt)
	assert.Check(t, !strings.Contains(out.String(), "FAIL"), "%s", out.String())
	assert.Check(t, is.Contains(out.String(), "did not run"))
}
