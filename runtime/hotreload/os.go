package hotreload

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"

	"github.com/mcpsim/mcpsim/runtime/atomicfile"
)

// OS is the file system of the machine.
type OS struct{}

// ReadFile reads a regular file. Everything else is refused: a pipe would wait
// for somebody to write.
func (OS) ReadFile(name string, limit int) ([]byte, error) {
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
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	}
	return io.ReadAll(io.LimitReader(f, int64(limit)))
}

// Replace replaces a file atomically; see [atomicfile.Replace].
func (OS) Replace(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return atomicfile.Replace(name, data)
}

// Watch watches the directory rather than its files, which editors replace.
func (OS) Watch(dir string, changed func(entry string)) (stop func(), err error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching %s: %w", dir, err)
	}
	if err := w.Add(dir); err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("watching %s: %w", dir, err)
	}
	var reading sync.WaitGroup
	reading.Go(func() { forward(w, dir, changed) })
	return func() {
		_ = w.Close()
		reading.Wait()
	}, nil
}

// forward reports what the system reports until the watcher is closed. Lost
// events (the system's queue was full) count as a change of everything.
func forward(w *fsnotify.Watcher, dir string, changed func(string)) {
	failures := w.Errors
	for {
		select {
		case e, open := <-w.Events:
			switch {
			case !open:
				return
			case e.Name == dir && e.Has(fsnotify.Remove|fsnotify.Rename):
				changed("")
			case e.Name != dir && e.Op != fsnotify.Chmod:
				changed(filepath.Base(e.Name))
			}
		case _, open := <-failures:
			if !open {
				failures = nil
				continue
			}
			changed(Everything)
		}
	}
}
