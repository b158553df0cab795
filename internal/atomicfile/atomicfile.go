// Package atomicfile reads, replaces and changes small files whole: a reader sees the
// old content or the new one, never a part of either, even after a crash, and of
// several processes that change a file at once none undoes what another one did. It is
// not a store: it knows no formats and no names.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// The reasons why a file that exists is not read.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("file is too large")
)

// Read returns the content of a regular file of at most limit bytes. It looks before it
// opens, as a link could lead anywhere, and again afterwards, as another program may have
// put something else there; opening a pipe waits for no writer. Errors of the file system
// are returned as they are.
func Read(name string, limit int) ([]byte, error) {
	if info, err := os.Lstat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("%s: %w", name, ErrNotRegular))
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err == nil {
		err = fits(name, data, limit)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// fits is an error if data is longer than what is read of a file.
func fits(name string, data []byte, limit int) error {
	if len(data) > limit {
		return fmt.Errorf("%s: %w: more than %d bytes", name, ErrTooLarge, limit)
	}
	return nil
}

// Beginning returns the first limit bytes of a regular file, which a link may lead
// to. Everything else is refused: a pipe would wait for a writer.
func Beginning(name string, limit int) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	return io.ReadAll(io.LimitReader(f, int64(limit)))
}

// private is a file that its owner alone can read.
const private fs.FileMode = 0o600

// replace writes a new file beside the old one, ".saving-NAME", and puts it in its
// place. mode is who may read it. The caller holds the lock of name, so
// that what has the new file's name already is what a crash has left. An error names
// the file alone, whatever it was that failed.
func replace(name string, data []byte, mode fs.FileMode) error {
	saving := Beside(name, ".saving-", "")
	_ = os.Remove(saving)
	err := write(saving, data, mode)
	if err == nil {
		err = os.Rename(saving, name)
	}
	if err != nil {
		_ = os.Remove(saving)
		return &fs.PathError{Op: "replace", Path: name, Err: reason(err)}
	}
	return nil
}

// write fills a file that must not exist.
func write(name string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && mode != private {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// reason is an error of the file system without the names in it.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
