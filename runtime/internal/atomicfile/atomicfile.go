// Package atomicfile reads and replaces small files whole: a reader sees the old
// content or the new one, never a part of either, even after a crash. It is not
// a store: it knows no formats, no names and no locks.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// The reasons why a file that exists is not read.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("file is too large")
)

// Read returns the content of a regular file of at most limit bytes. It looks
// before it opens: opening a pipe would block, and a link could lead anywhere.
// Errors of the file system are returned as they are.
func Read(name string, limit int) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err == nil && len(data) > limit {
		return nil, fmt.Errorf("%s: %w: more than %d bytes", name, ErrTooLarge, limit)
	}
	return data, err
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

// Replace writes a new file beside the old one and puts it in its place. The
// file can be read by its owner only. Its directory must exist; a crash may leave
// a file ".saving-…" in it.
func Replace(name string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".saving-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
