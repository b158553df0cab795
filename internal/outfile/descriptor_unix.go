//go:build unix

package outfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// duplicate is an open file once more: what is written comes behind what was written, and
// closing it leaves the other one open.
func duplicate(descriptor int, name string) (*os.File, error) {
	n, err := unix.FcntlInt(uintptr(descriptor), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(n), name), nil
}
