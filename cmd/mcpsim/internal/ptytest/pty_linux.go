// Package ptytest gives tests a pseudo-terminal.
package ptytest

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
	"gotest.tools/v3/assert"
)

// Open returns both ends of a pseudo-terminal of 100 columns and 30 lines. A
// program writes to slave, the test reads that from master. The caller closes both.
func Open(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	assert.NilError(t, err)
	assert.NilError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	assert.NilError(t, err)
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	assert.NilError(t, err)
	assert.NilError(t, unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: 100, Row: 30}))
	return master, slave
}

// Mode is the mode of a terminal.
func Mode(t *testing.T, f *os.File) *unix.Termios {
	t.Helper()
	mode, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	assert.NilError(t, err)
	return mode
}
