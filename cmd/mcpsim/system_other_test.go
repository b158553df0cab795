//go:build !unix

package main

import (
	"errors"
	"syscall"
	"testing"
)

const userSignal = syscall.SIGTERM

func makeFifo(t *testing.T, _ string) {
	t.Helper()
	t.Skip("this system has no named pipes")
}

func signalParent(syscall.Signal) error {
	return errors.New("this system sends no signals")
}
