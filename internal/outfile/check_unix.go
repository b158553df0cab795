//go:build unix

package outfile

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// checkDescriptor finds out whether an open file can be written to.
func checkDescriptor(n int, path string) error {
	flags, err := unix.FcntlInt(uintptr(n), unix.F_GETFL, 0)
	if err == nil && flags&unix.O_ACCMODE == unix.O_RDONLY {
		err = unix.EBADF
	}
	if err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}

// checkWritable finds out whether a device or a pipe may be written to, without opening it.
func checkWritable(path string) error {
	if err := unix.Access(path, unix.W_OK); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}
