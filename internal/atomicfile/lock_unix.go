//go:build unix

package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// noFollow keeps a link from being opened instead of what it leads to.
const noFollow = unix.O_NOFOLLOW | unix.O_NONBLOCK

// tryLock reports whether the lock could be had. It belongs to this opening of the
// file: another one of the same process does not have it.
func tryLock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, os.NewSyscallError("flock", err)
}

// drop removes a lock file while it is locked: afterwards its name could be that of
// another one.
func drop(f *os.File) {
	_ = os.Remove(f.Name())
	_ = f.Close()
}

// leaving is whether a lock file cannot be opened because it is being removed.
func leaving(error) bool { return false }
