package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// noFollow has no equal here: links need a right that projects do not have.
const noFollow = 0

// tryLock reports whether the lock could be had. It covers a byte far behind the
// content, which others may read: locks are mandatory here.
func tryLock(f *os.File) (bool, error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, os.NewSyscallError("LockFileEx", err)
}

// drop closes a lock file before it removes it, as one that is open cannot be removed.
// So one that another opener has by now stays, and that one removes it.
func drop(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// leaving is whether a lock file cannot be opened because it is being removed.
func leaving(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_DELETE_PENDING)
}
