package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// MaxWait is how long a change waits for other processes that change the same file.
// A change takes milliseconds, so only a process that is stopped reaches it.
const MaxWait = 10 * time.Second

// retryAfter is the time between two looks at a lock that is held.
const retryAfter = 5 * time.Millisecond

// LockedError says that a file was not changed, because another process (or another
// change of this one) was changing it for all the time that one waits, as a rule [MaxWait].
type LockedError struct {
	Name   string // the file that was to change
	Lock   string // the file that is locked
	PID    int    // the process that has it; 0: it does not say
	Waited time.Duration
}

func (e *LockedError) Error() string {
	holder := "another process"
	if e.PID != 0 {
		holder = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("%s has been changing %s for %s (it holds %s): let it finish or end it, and try again",
		holder, e.Name, e.Waited, e.Lock)
}

// lock is the right to change one file. The system gives it to one opener of the lock
// file at a time and takes it back when that process ends, however it ends.
type lock struct{ file *os.File }

// acquire waits for the lock of a file as long as it may. The lock is a file beside it,
// ".NAME.lock", which is removed when it is released.
func acquire(name string, wait time.Duration) (*lock, error) {
	beside := Beside(name, ".", ".lock")
	l, err := try(beside)
	if l != nil || err != nil {
		return l, err
	}
	clk := clock.Real()
	ctx, cancel := clock.WithTimeout(context.Background(), clk, wait)
	defer cancel()
	for l == nil && err == nil {
		if clock.Sleep(ctx, clk, retryAfter) != nil {
			return nil, &LockedError{name, beside, holder(beside), wait}
		}
		l, err = try(beside)
	}
	return l, err
}

// Hold takes the lock of a file that need not exist until release is called, and waits
// for whoever has it as long as wait says; then the error is a [LockedError].
func Hold(name string, wait time.Duration) (release func(), err error) {
	l, err := acquire(name, wait)
	if err != nil {
		return nil, err
	}
	return l.release, nil
}

// try returns no lock and no error if another opener has it.
func try(name string) (*lock, error) {
	f, err := openLock(name)
	if err != nil {
		if leaving(err) {
			err = nil
		}
		return nil, err
	}
	ours, err := tryLock(f)
	if err == nil && ours {
		ours = isStill(f, name)
	}
	if err != nil || !ours {
		_ = f.Close()
		return nil, err
	}
	sign(f)
	return &lock{f}, nil
}

// openLock makes the lock file if there is none. A link that came with a project
// could lead anywhere, and the file is written to: only a regular file will do.
func openLock(name string) (*os.File, error) {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
}

// isStill reports whether a file still has its name. The process that had the lock
// before may have removed it, and a third one made a new file.
func isStill(f *os.File, name string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(name)
	return err == nil && os.SameFile(opened, named)
}

// sign says in the lock file who has it. Without it the lock is as good.
func sign(f *os.File) {
	if f.Truncate(0) == nil {
		_, _ = f.WriteString(strconv.Itoa(os.Getpid()) + "\n")
	}
}

// holder is who signed a lock file last, 0 if that cannot be told.
func holder(name string) int {
	f, err := os.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 20))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// release lets the next one in.
func (l *lock) release() { drop(l.file) }

// Change replaces a file by what change makes of its content as read returns it. A
// file that does not exist has the content nil. From the reading to the replacing no
// other Change or [Write] touches the file, in this process or another one; a change
// must not change the same file inside. The directory is made if there is none. Its owner
// alone can read the file then. An error of read or change leaves the file as it is, and so
// does a content of more than limit bytes, which is [ErrTooLarge]: nothing could read it again.
func Change(name string, limit int, read func() ([]byte, error), change func([]byte) ([]byte, error)) error {
	return revise(name, limit, read, change, func() fs.FileMode { return private })
}

// Edit is [Change] of a file that its user has made: who may read it stays, and a link
// that it may be is not replaced, but what it leads to.
func Edit(name string, limit int, read func() ([]byte, error), change func([]byte) ([]byte, error)) error {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	return revise(name, limit, read, change, func() fs.FileMode {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			return info.Mode().Perm()
		}
		return private
	})
}

func revise(name string, limit int, read func() ([]byte, error), change func([]byte) ([]byte, error), mode func() fs.FileMode) error {
	return locked(name, func() error {
		data, err := read()
		if errors.Is(err, fs.ErrNotExist) {
			data, err = nil, nil
		}
		if err == nil {
			data, err = change(data)
		}
		if err == nil {
			err = fits(name, data, limit)
		}
		if err != nil {
			return err
		}
		return replace(name, data, mode())
	})
}

// Write is a [Change] that needs no look at what the file holds.
func Write(name string, data []byte) error {
	return locked(name, func() error { return replace(name, data, private) })
}

func locked(name string, f func() error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	l, err := acquire(name, MaxWait)
	if held, ok := errors.AsType[*LockedError](err); ok {
		return held
	}
	if err != nil {
		return &fs.PathError{Op: "lock", Path: name, Err: reason(err)}
	}
	defer l.release()
	return f()
}
