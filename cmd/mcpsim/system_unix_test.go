//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// The parts of a Unix system that tests use.
const userSignal = syscall.SIGUSR1

func makeFifo(t *testing.T, name string) {
	t.Helper()
	assert.NilError(t, syscall.Mkfifo(name, 0o600))
}

func signalParent(s syscall.Signal) error { return syscall.Kill(os.Getppid(), s) }
