package main

import (
	"os"
	goruntime "runtime"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
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
		{"before the handshake", deaf, 1, os.Interrupt, exitInterrupt},
		{"between checks", `sleep 1000 & exec "$MCPSIM" serve --stdio`, severalStarts, os.Interrupt, exitInterrupt},
		{"terminated", `exec "$MCPSIM" serve --stdio`, severalStarts, syscall.SIGTERM, exitTerminated},
	} {
		t.Run(tt.name, func(t *testing.T) {
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
	assert.Equal(t, cmd.ProcessState.ExitCode(), exitInterrupt)
	g.assertGone(t)
}

// A validation that was not interrupted leaves nothing either.
func TestValidationLeavesNoProcess(t *testing.T) {
	g := newGroup(t, `sleep 1000 & exec "$MCPSIM" serve --stdio`)
	cmd := startProgram(t, append([]string{"validate", "--suite", "lifecycle"}, g.target...)...)
	g.await(t, "ready")
	_ = cmd.Wait()
	g.assertGone(t)
}
